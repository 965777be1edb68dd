/** The REST side of the protocol. */

import type { CoachCorner } from "./coach";
import { sayRefusal } from "./sentences";
import type { BotInfo, EditionInfo, Frame, Refusal, Table } from "./types";

export class ApiError extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": typeof body === "string" ? "text/plain" : "application/json" },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("", 0);
  }
  const text = await response.text();
  let data: unknown = text;
  try {
    data = JSON.parse(text);
  } catch {
    /* a record is plain text */
  }
  if (!response.ok) throw new ApiError(sentence(data) || `${response.status}`, response.status);
  return data as T;
}

/** A refusal in the chosen language; nothing where something else than our server answered (a proxy's page, say). */
function sentence(data: unknown): string {
  return data && typeof data === "object" && "key" in data ? sayRefusal(data as Refusal) : "";
}

export type SeatWish = "me" | "open" | { bot: string; level?: string };

export interface NewTable {
  edition: string;
  players: number;
  options: Record<string, unknown>;
  seats: SeatWish[];
  public: boolean;
  turn_seconds: number | null;
  name: string;
  player: string;
  word?: string;
  start?: boolean;
  rated?: boolean;
}

/** A room's rules, as its owner wants them. */
export type RoomRules = Pick<NewTable, "edition" | "players" | "options" | "public" | "turn_seconds" | "name"> & { rated: boolean };

/** What a game would still wait for; `slow` while the rules run as plain Python. */
export interface Ready {
  ready: boolean;
  waits_for: "rules" | null;
  slow: boolean;
}

export interface Ratings {
  you: { strength: number; doubt: number; games: number };
  bots: Record<string, number>;
}

export interface Past {
  games: Table[];
  page: number;
  more: boolean;
}

export interface FairRecord {
  commit: string;
  words: Record<string, string>;
  seals: Record<string, string>;
  seed: string | null;
  numbers: FairNumber[] | null;
  log?: [number, string][]; // every entry: whose it was, -1 for chance
  draws?: { op: "shuffle" | "choice" | "sample"; n: number; result: number[] }[]; // of the island's deal
}

export interface FairNumber {
  n: number;
  counter: number;
  number: number;
  outcome?: string;
  choices?: [string, number][]; // the possible outcomes with their weights, in the order in which the number picks
}

export interface ClauseInfo {
  id: string;
  title: string;
  text: string;
  applies: boolean;
  source: string;
}

export interface Report {
  winner: number | null;
  turns: number;
  scores: { seat: number; settlements: number; settlement_points: number; cities: number; city_points: number; route: number; route_points: number; knights: number; army_points: number; victory_point_cards: number; total: number }[];
  luck: { seat: number; expected: number; actual: number; percentile: number; rolls: number; sevens: number; sevens_expected: number; sevens_percentile: number }[];
  points: { turn: number; points: number[] }[];
  cards: Record<string, number>[];
  dice: { sum: number; count: number; expected: number }[];
  chances?: Chance[] | null;
}

/** Everybody's chance to win after so many log entries. */
export interface Chance {
  n: number;
  chances: number[];
}

export const api = {
  editions: () => call<EditionInfo[]>("GET", "/editions"),
  bots: () => call<BotInfo[]>("GET", "/bots"),
  create: (table: NewTable) => call<{ code: string; seat: number | null; token: string | null }>("POST", "/tables", table),
  tables: () => call<Table[]>("GET", "/tables"),
  table: (code: string) => call<Table>("GET", `/tables/${code}`),
  join: (code: string, name: string, colour?: string) => call<{ seat: number; token: string }>("POST", `/tables/${code}/join`, { name, ...(colour ? { colour } : {}) }),
  seat: (code: string, seat: number, wish: Record<string, unknown>) => call<{ seat: number }>("POST", `/tables/${code}/seats/${seat}`, wish),
  start: (code: string) => call<Table>("POST", `/tables/${code}/start`),
  leave: (code: string) => call<unknown>("POST", `/tables/${code}/leave`),
  rearrange: (code: string, rules: RoomRules) => call<Table>("POST", `/tables/${code}/rules`, rules),
  rematch: (code: string) => call<{ code: string }>("POST", `/tables/${code}/rematch`),
  erase: (code: string) => call<unknown>("DELETE", `/tables/${code}`),
  ready: () => call<Ready>("GET", "/ready"),
  address: () => call<{ network: string | null; open: boolean }>("GET", "/address"),
  resign: (code: string) => call<Table>("POST", `/tables/${code}/resign`),
  remove: (code: string, seat: number, ban: boolean) => call<Table>("POST", `/tables/${code}/remove`, { seat, ban }),
  lock: (code: string, locked: boolean) => call<Table>("POST", `/tables/${code}/lock`, { locked }),
  mute: (code: string, seat: number, muted: boolean) => call<Table>("POST", `/tables/${code}/mute`, { seat, muted }),
  mine: () => call<Table[]>("GET", "/mine"),
  ratings: () => call<Ratings>("GET", "/ratings"),
  past: (page: number) => call<Past>("GET", `/past?page=${page}`),
  record: (code: string) => call<string>("GET", `/tables/${code}/record`),
  replay: (code: string) => call<{ frames: Frame[] }>("GET", `/tables/${code}/replay`),
  openRecord: (text: string) => call<{ frames: Frame[] }>("POST", "/replay", text),
  fair: (code: string) => call<FairRecord>("GET", `/tables/${code}/fair`),
  report: (code: string) => call<Report>("GET", `/tables/${code}/report`),
  chances: (code: string) => call<{ chances: Chance[] }>("GET", `/tables/${code}/chances`),
  openChances: (text: string) => call<{ chances: Chance[] }>("POST", "/replay/chances", text),
  coach: (code: string) => call<{ version: number; corners: CoachCorner[] }>("GET", `/tables/${code}/coach`),
  rules: (edition: string) => call<ClauseInfo[]>("GET", `/rules/${edition}`),
};
