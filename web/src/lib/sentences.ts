/** Events, reasons and refusals as sentences in the chosen language. */

import { t, term } from "../words";
import { edition } from "./edition.svelte";
import { RESOURCES, type Bundle, type ChatLine, type Colour, type GameEvent, type Reason, type Refusal, type Resource, type TableInfo, type TableSeat, type View } from "./types";

export function sayCards(bundle: Bundle | null | undefined, words: Record<string, string> | undefined): string {
  return t().list(RESOURCES.filter((resource) => bundle?.[resource]).map((resource) => `${bundle![resource]} ${term(words, resource)}`)) || "0";
}

/** For whom a sentence is made: the names of the seats, and which of them is "you". */
export interface Viewer {
  name: (seat: number) => string;
  seat: number | null;
}

/** Everybody's colour and name, as one text: it stays the same while the game goes on, and so does what is made of it. */
export const peopleText = (view: View, viewer: Viewer): string => JSON.stringify(view.seats.map(({ seat, colour }) => ({ colour, name: viewer.name(seat) })));

export type Person = { colour: Colour; name: string };

/** A piece of a sentence: plain words, cards to be drawn, or a player. */
export type Part = { text: string } | { cards: Bundle } | { seat: number; text: string };

// inside a sentence, cards and players are marked, so that the page can draw them and a voice can say them
const MARK = /\u2983(.*?)\u2984/;
const mark = (kind: string, what: string) => `\u2983${kind}${what}\u2984`;

/** The sentence of an event in pieces. */
export function eventParts(event: GameEvent, view: View, viewer: Viewer): Part[] {
  const made = t().events[event.kind];
  if (!made) return [{ text: event.text ?? event.kind }]; // of a newer server
  const name = (seat: unknown, own?: string) => (typeof seat === "number" ? mark("@", `${seat}|${(seat === viewer.seat && own) || viewer.name(seat)}`) : "");
  const said = made({
    who: name(event.seat),
    seat: event.seat,
    you: event.seat !== null && event.seat === viewer.seat,
    data: event.data,
    name,
    cards: (bundle) => mark("#", JSON.stringify(bundle ?? {})),
    gain: () => mark("#", JSON.stringify(paid(event.data.cards))),
    term: (key) => term(view.words, key),
    all: view.seats.length,
  });
  return said.split(MARK).flatMap<Part>((piece, index) => {
    if (index % 2 === 0) return piece ? [{ text: piece }] : [];
    if (piece[0] === "#") return [{ cards: JSON.parse(piece.slice(1)) as Bundle }];
    const [seat, text] = [parseInt(piece.slice(1)), piece.slice(piece.indexOf("|") + 1)];
    return [{ seat, text }];
  });
}

/** The same as plain text, for a screen reader. */
export function plainText(parts: Part[], words: Record<string, string> | undefined): string {
  return parts.map((part) => ("cards" in part ? sayCards(part.cards, words) : part.text)).join("");
}

export function eventSentence(event: GameEvent, view: View, viewer: Viewer): string {
  return plainText(eventParts(event, view, viewer), view.words);
}

interface Paid {
  resource: Resource;
  count: number;
}
/** What hexes pay, added up. */
export function paid(cards: unknown): Bundle {
  const bundle: Bundle = {};
  for (const card of (cards as Paid[]) ?? []) bundle[card.resource] = (bundle[card.resource] ?? 0) + card.count;
  return bundle;
}

type Facts = Record<string, unknown>;
const sayColour = (name: unknown) => t().colours[name as Colour] ?? String(name);
const own = (key: unknown) => term(edition.words, String(key));

/** How a fact is said, by the form that a sentence names: `{cost:cards}` (src/sevenhex/protocol/wording.py has the same for English). */
const FORMS: Record<string, (value: any, facts: Facts) => string> = {
  word: own,
  words: (keys: string[]) => t().list(keys.map(own)),
  colour: sayColour,
  either: (colours: string[]) => t().either(colours.map(sayColour)),
  tally: (numbers: Record<string, number>) => t().list(Object.entries(numbers).map(([colour, number]) => `${sayColour(colour)} ${number}`)),
  cards: (cards: Record<string, number>) => t().list(Object.entries(cards).map(([kind, number]) => `${number} ${own(kind)}`)),
  rates: (rates: number[]) => t().either(rates.map((rate) => `${rate}:1`)),
  at_rates: (kinds: Record<string, [number, number]>) => t().list(Object.entries(kinds).map(([kind, [held, rate]]) => `${held} ${own(kind)} (${rate}:1)`)),
  phrase: (doing: string, facts) => fill(t().reasons[`doing_${doing}`] ?? "", facts),
  building: (given: string[]) => sayBuilding(given),
  buildings: (given: string[][]) => t().list(given.map(sayBuilding)),
};

function sayBuilding([whose, piece, place]: string[]): string {
  const kind = whose === "own" || whose === "neutral" ? whose : "other";
  const building = fill(t().reasons[`building_${kind}`] ?? "", { who: whose, piece });
  return place ? fill(t().reasons.building_at ?? "", { building, place }) : building;
}

function fill(sentence: string, facts: Facts): string {
  return sentence.replace(/\{(\w+)(?::(\w+))?\}|\[(\w+)\]/g, (_, fact: string | undefined, form: string | undefined, word: string | undefined) => {
    if (word) return own(word);
    const value = facts[fact!] ?? "";
    return form ? FORMS[form](value, facts) : String(value);
  });
}

/** A reason by its code, variant and facts, in the words of the edition on the table. */
export function sayReason(reason: Reason): string {
  const key = reason.variant ? `${reason.code}_${reason.variant}` : reason.code;
  const made = t().reasons[key] ?? (t().refusals as Record<string, string>)[key];
  return made === undefined ? (reason.sentence ?? reason.code) : t().capital(fill(made, reason.facts ?? {})); // what an older page does not know
}

/** A refusal by its key and facts; its reasons where the rules have some. */
export function sayRefusal(refusal: Pick<Refusal, "key" | "facts" | "sentence" | "reasons">): string {
  if (refusal.reasons.length) return refusal.reasons.map(sayReason).join(" ");
  const said = (t().refusals as Record<string, string>)[refusal.key];
  if (said === undefined) return refusal.sentence; // an older page at a newer server
  const fact = (name: string) => {
    const value = String(refusal.facts[name] ?? "");
    return name === "colour" || name === "colours" ? t().list(value.split(", ").map(sayColour)) : value;
  };
  return t().capital(said.replace(/\{(\w+)\}/g, (_, name: string) => fact(name)));
}

/** A line of chat: people's as they wrote it, the table's own in the chosen language. */
export function sayLine(line: Pick<ChatLine, "text" | "key" | "facts">): string {
  if (line.key === undefined) return line.text;
  return sayRefusal({ key: line.key, facts: line.facts ?? {}, sentence: line.text, reasons: [] });
}

/** People have their own names; bots go by their colour, for several of them may share a name. */
export function nameOf(person: TableSeat | null | undefined, colour: Colour): string {
  return (person?.kind === "human" && person.name) || t().colours[colour] || colour;
}

/** How a table differs from its edition's book, in words. */
export function sayChanges(table: TableInfo): string {
  const { optionNames, optionValues, on, off } = t().lobby;
  if (!Object.keys(optionNames).length) return table.changes.join(" ");
  const say = (value: unknown) => (typeof value === "boolean" ? (value ? on : off) : (optionValues[String(value)] ?? String(value)));
  return Object.entries(table.options).map(([name, value]) => `${optionNames[name] ?? name}: ${say(value)}`).join("; ");
}
