/** Opponents by strength: what a player chooses is Easy to Master; which bot that is, the language file's keys say. */

import { t } from "../words";
import type { BotInfo, TableSeat } from "./types";

export interface Strength {
  value: string; // bot/level
  word: string;
  help: string;
}

/** The known strengths that this server has, the weakest first, then whatever else it offers. */
export function strengths(bots: BotInfo[]): Strength[] {
  const offered = new Map<string, { bot: BotInfo; level: string }>(bots.flatMap((bot) => (bot.levels.length ? bot.levels : [""]).map((level) => [`${bot.name}/${level}`, { bot, level }] as const)));
  const named = Object.entries(t().strengths).filter(([value]) => offered.has(value)).map(([value, [word, help]]) => ({ value, word, help }));
  const other = [...offered].filter(([value]) => !(value in t().strengths)).map(([value, { bot, level }]) => ({ value, word: bot.levels.length > 1 ? `${bot.title} · ${t().lobby.levels[level] ?? level}` : bot.title, help: "" }));
  return [...named, ...other];
}

/** The named strengths, the weakest first. */
export const ladder = () => Object.keys(t().strengths);

export const named = (list: Strength[]) => list.filter((each) => each.value in t().strengths);

/** A bot's seat in words: its strength, or its own name where it has none. */
export function strengthOf(seat: TableSeat): string {
  return t().strengths[`${seat.bot}/${seat.level ?? ""}`]?.[0] ?? seat.name;
}

/** Somebody in a tournament: a bot is called by its strength there, too, with the number that the server gave it. */
export function entrantName({ name, bot, level }: { name: string; bot: string | null; level: string | null }): string {
  const number = bot ? /^\S+ (\d+)$/.exec(name)?.[1] : undefined;
  const word = t().strengths[`${bot}/${level ?? ""}`]?.[0];
  return number && word ? `${word} ${number}` : name;
}

export function botChoice(value: string): { bot: string; level?: string } {
  const [bot, level] = value.split("/");
  return level ? { bot, level } : { bot };
}
