/** An action's text as a sentence of the chosen language. */

import { t, term, Term } from "../words";
import { sayCards } from "./sentences";
import type { Colour, View } from "./types";

/** "2 brick 1 ore" as cards. */
function cards(parts: string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (let i = 0; i + 1 < parts.length; i += 2) found[parts[i + 1]] = Number(parts[i]);
  return found;
}

/** How a player is called, by colour. */
export type Who = (colour: Colour) => string;

export function sayAction(action: string, view: Pick<View, "words">, who?: Who): string {
  const { words } = view;
  const [verb, ...rest] = action.split(" ");
  const colour = (name: string) => who?.(name as Colour) ?? t().colours[name as Colour] ?? name;
  const trade = () => {
    const until = rest.indexOf("to") < 0 ? rest.length : rest.indexOf("to");
    const middle = rest.indexOf("for");
    const said = t().hint.exchange(sayCards(cards(rest.slice(0, middle)), words), sayCards(cards(rest.slice(middle + 1, until)), words));
    const to = rest.slice(until + 1);
    return to.length ? `${said} ${t().acts.to(t().list(to.map(colour)))}` : said;
  };
  switch (verb) {
    case "settle": return t().hint.at(Term(words, "settlement"), rest[0]);
    case "city": case "road": return t().hint.at(Term(words, verb), rest[0]);
    case "robber": return rest[2] ? t().acts.rob(rest[0], colour(rest[2])) : t().hint.at(t().hint.robber, rest[0]);
    case "dice": return t().acts.dice(rest[0].split("+")[0], rest[1] ?? rest[0].split("+")[1]);
    case "draw": return t().acts.draw(term(words, rest.join("_")));
    case "steal": return t().acts.steal(term(words, rest[0]));
    case "roll": return t().action.roll;
    case "end": return t().action.end;
    case "stop": return t().action.stop;
    case "buy": return `${t().action.buy}: ${term(words, "card")}`;
    case "knight": return Term(words, "knight");
    case "road_building": return Term(words, "road_building");
    case "plenty": return `${Term(words, "year_of_plenty")}: ${t().list(rest.map((each) => term(words, each)))}`;
    case "monopoly": return `${Term(words, "monopoly")}: ${term(words, rest[0])}`;
    case "discard": return `${t().hint.discard}: ${term(words, rest[0])}`;
    case "bank": return `${Term(words, "supply")}: ${trade()}`;
    case "offer": case "counter": case "propose": return `${t().trade[verb]}: ${trade()}`;
    case "accept": case "refuse": case "withdraw": return t().trade[verb];
    case "confirm": case "take": return t().trade.close(colour(rest[0]));
    case "decline": return `${t().trade.decline}: ${colour(rest[0])}`;
    default: return action;
  }
}
