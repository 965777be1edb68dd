/** Ready-made mixes of options; one is shown only where the edition offers all that it sets. */

import type { OptionInfo } from "../lib/types";

export type Choice = Record<string, string | number | boolean>;

const MIXES: { key: string; options: Choice }[] = [
  { key: "book", options: {} },
  { key: "first", options: { setup: "beginner" } },
  { key: "short", options: { victory_points: 8 } },
  { key: "gentle", options: { friendly_robber: true, no_seven_rounds: 2 } },
  { key: "even", options: { dice: "deck" } },
];

function offers(option: OptionInfo | undefined, value: string | number | boolean): boolean {
  if (!option) return false;
  if (option.type === "number") return Number(value) >= Number(option.choices[0]) && Number(value) <= Number(option.choices[1]);
  return option.type === "bool" || option.choices.includes(value);
}

export function presets(options: OptionInfo[]): { key: string; options: Choice }[] {
  const known = new Map(options.map((option) => [option.name, option]));
  return MIXES.filter((mix) => Object.entries(mix.options).every(([name, value]) => offers(known.get(name), value) && known.get(name)!.default !== value));
}

const FOLLOWS = { option: "discards", value: "hidden", other: "supply_counts" }; // chosen along by the server, unless the request says what the other is

/** Only what differs from the edition's own standard is sent, and what would follow from another choice if nothing were said of it. */
export function differences(chosen: Choice, options: OptionInfo[]): Choice {
  const said = (name: string) => name === FOLLOWS.other && chosen[FOLLOWS.option] === FOLLOWS.value;
  return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => options.some((option) => option.name === name && (option.default !== value || said(name)))));
}

export function same(a: Choice, b: Choice): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key] === b[key]);
}
