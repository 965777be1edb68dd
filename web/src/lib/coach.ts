/** What the coach says about a corner, in the chosen language and the edition's words. */

import { t, term } from "../words";
import type { RankedCorner, CornerReason } from "./rest";

export type { RankedCorner };

function sayOne(reason: CornerReason, words: Record<string, string>): string {
  const said = t().coach.why;
  if (!said) return reason.sentence;
  switch (reason.code) {
    case "numbers": return said.numbers(reason.pips!, reason.good ? said.good : reason.few ? said.few : "");
    case "variety": return said.variety;
    case "twice": return said.twice;
    case "same_number": return said.sameNumber;
    case "adds": return said.adds(t().list(reason.resources!.map((each) => term(words, each))));
    case "harbor": return said.harbor(reason.rate!, term(words, "harbor"), reason.resource ? term(words, reason.resource) : "", reason.fits ? said.fits : "");
    case "blocks": return said.blocks(reason.pips!);
    default: return reason.sentence;
  }
}

export function sayCorner(corner: Pick<RankedCorner, "why">, words: Record<string, string>): string {
  return corner.why.map((reason) => sayOne(reason, words)).join("; ");
}

/** The corners as the board shows them: a colour by score, and the reasons as a note. */
export function heatOf(corners: RankedCorner[], words: Record<string, string>): { name: string; score: number; note: string }[] {
  return corners.map((corner, rank) => {
    const note = `${t().coach.rank(rank + 1)}: ${sayCorner(corner, words)}`;
    return { name: corner.name, score: corner.score, note };
  });
}
