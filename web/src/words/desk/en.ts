/** Every sentence of the operator's desk in English; loaded with it. */

export const en = {
  title: "Operator's desk", noServer: "The server does not answer; try again.",
  parts: { overview: "Overview", complaints: "Complaints", tables: "Tables", bans: "Bans", pairs: "Pairs" },
  since: (when: string) => `Running since ${when}.`,
  people: (accounts: number, guests: number) =>
    `${accounts} ${accounts === 1 ? "account" : "accounts"}, ${guests} ${guests === 1 ? "guest" : "guests"}.`,
  live: (tables: number, lines: number) => `${tables} tables in memory, ${lines} connections to them.`,
  waiting: (n: number) => (n === 1 ? "1 complaint is open." : `${n} complaints are open.`),
  shutOut: (n: number) => (n === 1 ? "1 ban stands." : `${n} bans stand.`),
  status: { waiting: "waiting", playing: "running", over: "finished", aborted: "aborted" } as Record<string, string>,
  keptTitle: "What is kept, and how long",
  kept: {
    waiting_tables: "Tables that have not begun, after the last change",
    rated_left: "Rated games that everybody has left",
    left: "Other games that everybody has left", finished_games: "Finished games",
    accounts: "Accounts", closed_complaints: "Closed complaints",
  } as Record<string, string>,
  days: (n: string) => (n === "1" ? "1 day" : `${n} days`), always: "until somebody deletes it",
  open: "Open", closed: "Closed", none: "Nothing here.", more: "More", newer: "Newer",
  about: (name: string, other: string) => `${name} about ${other}`, somebody: "somebody",
  kinds: {
    abuse: "Insults", cheating: "Cheating", stalling: "Stalling", name: "The name", other: "Something else",
  } as Record<string, string>,
  table: "Table", version: (n: number) => `after ${n} moves`, chat: "Chat", noChat: "Nobody had written.",
  record: "The game as the one who complains knew it", noRecord: "The game had not begun.",
  note: "Note for operators", close: "Close", look: "Look", end: "End this table",
  endAsk: (name: string) => `End ${name} for good? Nobody wins.`,
  guest: "guest", here: "here", bot: "bot", rated: "rated", hidden: "private", free: "free",
  ban: "Ban", silence: "Take the chat", subject: "Player's id, address or network", reason: "Reason",
  daysLabel: "Days", daysHelp: "Empty: until it is lifted.", chatOnly: "The chat only",
  lift: "Lift", until: (when: string) => `until ${when}`, noEnd: "without an end", banned: "It stands.",
  lifted: "Lifted.",
  all: "All",
  pairsHelp:
    "How the same two people treat each other at rated tables, in standard deviations from treating all alike. " +
    "Friends trade more readily and rivals rob each other: look at the games before you judge.",
  least: "Games together, at least", giving: "Giving", exchanges: "Trades", cards: "Cards given", robbed: "Robbed",
  games: "Games", who: "Who", whom: "Whom",
};

export type DeskWords = typeof en;
