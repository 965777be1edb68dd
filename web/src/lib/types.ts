/** The wire form of everything the server says; the source of truth is docs/protocol.md. */

export const RESOURCES = ["brick", "lumber", "wool", "grain", "ore"] as const;
export type Resource = (typeof RESOURCES)[number];
export type Bundle = Partial<Record<Resource, number>>;

export const CARDS = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"] as const;
export type Card = (typeof CARDS)[number];

export type Colour = "red" | "blue" | "orange" | "white" | "green" | "brown" | "black";

export interface Reason {
  code: string;
  sentence: string;
  clause: string;
  source: string;
}

export interface Hex {
  name: string;
  terrain: string;
  resource: Resource | null;
  number: number | null;
}

export interface Harbor {
  edge: string;
  corners: [string, string];
  resource: Resource | null;
  rate: number;
}

export interface Seat {
  seat: number;
  colour: Colour;
  points: number;
  cards: number;
  dev_cards: number;
  knights: number;
  route: number;
  longest_route: boolean;
  largest_army: boolean;
  roads_left: number | null;
  settlements_left: number;
  cities_left: number;
  harbors: string[];
  hand: Bundle | null;
  low: Bundle | null;
  high: Bundle | null;
  dev: Partial<Record<Card, number>> | null;
  dev_fresh: Partial<Record<Card, number>> | null;
  total_points: number | null;
  discard_left: number;
  limit_settlements: boolean;
  limit_cities: boolean;
}

export interface Offer {
  seat: number;
  give: Bundle;
  get: Bundle;
  answers: Record<string, "waiting" | "accepted" | "refused">;
}

export interface Proposal {
  seat: number;
  give: Bundle;
  get: Bundle;
}

export interface View {
  edition: string;
  players: number;
  seat: number | null;
  version: number;
  island: "small" | "large";
  rows: number[];
  hexes: Hex[];
  harbors: Harbor[];
  robber: string;
  buildings: { corner: string; seat: number | null; kind: "settlement" | "city" }[];
  roads: { edge: string; seat: number }[];
  seats: Seat[];
  supply: Bundle | null;
  deck: number;
  removed: Partial<Record<Card, number>>;
  phase: string;
  part: "first" | "paired" | "special";
  turn: number;
  round: number;
  roller: number;
  actor: number;
  partner: number | null;
  starter: number;
  to_act: number[];
  dice: [number, number] | null;
  free_roads: number;
  card_played: boolean;
  built: boolean;
  offer: Offer | null;
  proposals: Proposal[];
  winner: number | null;
  options: Record<string, unknown>;
  words: Record<string, string>;
}

export interface GameEvent {
  n: number;
  kind: string;
  seat: number | null;
  text: string;
  data: Record<string, unknown>;
}

export interface TableSeat {
  seat: number;
  colour: Colour;
  name: string;
  kind: "human" | "bot" | "open";
  bot: string | null;
  level: string | null;
  present: boolean;
}

export interface Clock {
  seconds: number;
  left: number;
  running: boolean;
}

export interface Table {
  code: string;
  name: string;
  edition: string;
  edition_name: string;
  changes: string[];
  status: "waiting" | "playing" | "over" | "aborted";
  public: boolean;
  rated: boolean;
  seats: TableSeat[];
  your_seat: number | null;
  creator: boolean;
  options: Record<string, unknown>;
  turn_seconds: number | null;
  result: { winner: number | null; points?: number[]; rematch?: string } | null;
  /** of a running game in the lobby: open points by seat, and for whom it waits */
  standing?: { points: number[]; round: number; to_act: number[] } | null;
  spectators?: number;
  clock: Clock | null;
  away: { seats: number[]; since: number; votes: Record<string, string>; grace: number } | null;
  undo: { seat: number; agreed: number[]; needed: number[] } | null;
  fair: { commit: string; words: Record<string, string>; seals: Record<string, string>; revealing: boolean } | null;
  players: number;
  created: number;
  updated: number;
}

/** What a bot would do, and why: a code with its facts, and the server's own sentence. */
export interface Hint {
  action: string;
  code: string;
  arguments: { rolls?: number; colour?: Colour; resource?: string; resources?: string[]; give?: Bundle; get?: Bundle };
  sentence: string;
}

export interface ChatLine {
  n: number;
  seat: number | null;
  name: string;
  text: string;
  time: string;
}

export type Can = Record<string, Reason | null>;

export interface Situation {
  version: number;
  view: View;
  legal: string[];
  can: Can;
}

/** At this place so many are taken out, and these put in. */
export type Splice<T> = [start: number, removed: number, items: T[]];

/** What is left out has not changed. */
export interface Patch {
  view?: Partial<View>;
  buildings?: Splice<View["buildings"][number]>;
  roads?: Splice<View["roads"][number]>;
  seats?: Record<string, Partial<Seat>>;
  legal?: Splice<string>;
  can?: [buttons: string[], reason: Reason | null][];
}

/** An update as it may travel: what changed since the version `from`. */
export interface PatchUpdate {
  type: "update";
  version: number;
  from: number;
  events: GameEvent[];
  patch: Patch;
}

export interface Welcome extends Situation {
  type: "welcome";
  table: Table;
  seat: number | null;
  since: number;
  events: GameEvent[];
  chat: ChatLine[];
}

export type Message =
  | Welcome
  | ({ type: "update"; events: GameEvent[] } & Situation)
  | { type: "table"; table: Table }
  | ({ type: "chat" } & ChatLine)
  | { type: "done"; id: string; version: number }
  | { type: "refused"; id: string | null; code: string; sentence: string; reasons: Reason[] }
  | { type: "why"; id: string; reasons: Reason[] }
  | ({ type: "hint"; id: string } & Hint)
  | { type: "preparing"; waits_for: string | null }
  | { type: "pong" };

export type Command =
  | { type: "act"; version: number; action: string }
  | { type: "why"; action: string }
  | { type: "chat"; text: string }
  | { type: "undo" }
  | { type: "agree"; undo: boolean }
  | { type: "word"; text: string }
  | { type: "seal"; hash: string }
  | { type: "reveal"; text: string }
  | { type: "vote"; choice: "wait" | "bot" | "abort" }
  | { type: "hint" };

export interface OptionInfo {
  name: string;
  type: "bool" | "number" | "choice";
  choices: (string | number | boolean)[]; // for a number: the least and the most
  default: string | number | boolean | null;
  clause: string;
  clauses: Record<string, string>;
  help: string;
  house: boolean;
}

export interface EditionInfo {
  key: string;
  name: string;
  year: number;
  rulebook: string;
  players: number[];
  all_players: number[];
  words: Record<string, string>;
  colours: Record<string, Colour[]>;
  maps: [terrain: string, number: number][][]; // the pad: hexes in reading order
  drawn: boolean;
  options: Record<string, OptionInfo[]>; // by number of players
}

export interface BotInfo {
  name: string;
  title: string;
  description: string;
  levels: string[];
}

export interface Frame {
  n: number;
  seat: number | null;
  action: string | null;
  events: GameEvent[];
  view: View;
}
