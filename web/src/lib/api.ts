/** The calls of lobby and tables, by the names that the page uses. */

import { ApiError, ask } from "./http";
import { rest, type Beforehand, type BotSeat, type NewTable, type Rearranged, type SeatChange } from "./rest";

export { ApiError } from "./http";
export type { Chance, ClauseInfo, FairRecord, NewTable, Past, Ratings, Ready, Report } from "./rest";

export type SeatWish = "me" | "open" | BotSeat;

/** A room's rules, as its owner wants them: all of them. */
export type RoomRules = Required<Rearranged>;

const [PATIENCE, TRIES] = [4000, 8]; // while the server compiles its judge a curve is not to be had yet

/** Ask again while the server is busy; whatever else it refuses stays refused. */
async function patiently<Back>(work: () => Promise<Back>): Promise<Back> {
  for (let n = 1; ; n++) {
    try {
      return await work();
    } catch (error) {
      const busy = error instanceof ApiError && (error.status === 503 || error.status === 429 || error.status === 0);
      if (!busy || n === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    }
  }
}

export const api = {
  editions: () => ask(rest.editions()),
  bots: () => ask(rest.bots()),
  create: (table: NewTable) => ask(rest.openTable(table)),
  tables: () => ask(rest.publicTables()),
  table: (code: string) => ask(rest.table(code)),
  join: (code: string, name: string, colour?: string) => ask(rest.join(code, { name, ...(colour ? { colour } : {}) })),
  seat: (code: string, seat: number, wish: SeatChange) => ask(rest.changeSeat(code, seat, wish)),
  start: (code: string) => ask(rest.start(code)),
  leave: (code: string) => ask(rest.leave(code)),
  rearrange: (code: string, rules: RoomRules) => ask(rest.rearrange(code, rules)),
  rematch: (code: string) => ask(rest.rematch(code)),
  erase: (code: string) => ask(rest.erase(code)),
  ready: () => ask(rest.ready()),
  address: () => ask(rest.address()),
  resign: (code: string) => ask(rest.resign(code)),
  letBotPlay: (code: string, plays: boolean) => ask(rest.letBotPlay(code, { plays })),
  remove: (code: string, seat: number, ban: boolean) => ask(rest.remove(code, { seat, ban })),
  advance: (code: string, orders: Beforehand) => ask(rest.answerInAdvance(code, orders)),
  pause: (code: string, wanted: boolean) => ask(rest.wishPause(code, { wanted })),
  lock: (code: string, locked: boolean) => ask(rest.lock(code, { locked })),
  mute: (code: string, seat: number, muted: boolean) => ask(rest.mute(code, { seat, muted })),
  mine: () => ask(rest.ownTables()),
  ratings: () => ask(rest.ratings()),
  past: (page: number) => ask(rest.past({ page })),
  record: (code: string) => ask(rest.record(code)),
  replay: (code: string) => ask(rest.frames(code)),
  openRecord: (text: string) => ask(rest.sentFrames(text)),
  fair: (code: string) => ask(rest.fair(code)),
  report: (code: string) => ask(rest.report(code)),
  chances: (code: string) => patiently(() => ask(rest.chances(code))),
  openChances: (text: string) => patiently(() => ask(rest.sentChances(text))),
  coach: (code: string) => ask(rest.coach(code)),
  rules: (edition: string) => ask(rest.rules(edition)),
  lessons: (edition: string, language: string) => ask(rest.learn(edition, language)),
  rulebook: (edition: string, language: string) => ask(rest.rulebook(edition, language)),
  comparison: (edition: string, language: string, known: string) => ask(rest.comparison(edition, language, known)),
  tableRules: (edition: string, language: string, players: number, options: Record<string, unknown>) => ask(rest.tableRules(edition, language, { players, options: options as NewTable["options"] })),
  island: (edition: string, asked: { seed: string; players: number; setup?: string }) => ask(rest.island(edition, asked)),
};
