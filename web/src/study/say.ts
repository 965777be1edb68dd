/** Reasons of the judge. */

import type { Why } from "./api";
import type { Who } from "../lib/actions";
import { sayHint } from "../lib/hint";
import type { Hint, View } from "../lib/types";

/** Why an action is good, without what is done. */
export function sayWhy(action: string, why: Why, view: View, who?: Who): string {
  const said = sayHint({ ...why, action } as Hint, view, who);
  const at = said.indexOf(". ");
  return at < 0 ? said : said.slice(at + 2);
}
