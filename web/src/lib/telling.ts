/** Events and reasons as sentences in the chosen language; the server's own sentence where a language has none. */

import { t, term } from "../words";
import { RESOURCES, type Bundle, type Colour, type GameEvent, type Reason, type Table, type TableSeat, type View } from "./types";

export function sayCards(bundle: Bundle | null | undefined, words: Record<string, string> | undefined): string {
  return t().list(RESOURCES.filter((resource) => bundle?.[resource]).map((resource) => `${bundle![resource]} ${term(words, resource)}`)) || "0";
}

export function tell(event: GameEvent, view: View): string {
  const made = t().events[event.kind];
  if (!made) return event.text;
  const name = (seat: unknown) => (typeof seat === "number" ? (t().colours[view.seats[seat]?.colour] ?? "") : "");
  return made({ who: name(event.seat), data: event.data, text: event.text, name, cards: (bundle) => sayCards(bundle as Bundle, view.words), term: (key) => term(view.words, key) });
}

export function sayReason(reason: Reason): string {
  return t().reasons[reason.code] ?? reason.sentence;
}

/** People have their own names; bots go by their colour, for several of them may share a name. */
export function nameOf(person: TableSeat | null | undefined, colour: Colour): string {
  return (person?.kind === "human" && person.name) || t().colours[colour] || colour;
}

/** How a table differs from its edition's book, in words. */
export function sayChanges(table: Table): string {
  const { optionNames, optionValues, on, off } = t().lobby;
  if (!Object.keys(optionNames).length) return table.changes.join(" ");
  const say = (value: unknown) => (typeof value === "boolean" ? (value ? on : off) : (optionValues[String(value)] ?? String(value)));
  return Object.entries(table.options).map(([name, value]) => `${optionNames[name] ?? name}: ${say(value)}`).join("; ");
}
