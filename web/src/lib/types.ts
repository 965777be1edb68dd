/**
 * The forms of everything that travels between page and server.
 * Made by `python scripts/make_types.py` from protocol/encoding.py, protocol/patch.py and server/base/forms.py: change those.
 */

export const RESOURCES = ["brick", "lumber", "wool", "grain", "ore"] as const;
export type Resource = (typeof RESOURCES)[number];

export const CARDS = ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"] as const;
export type Card = (typeof CARDS)[number];
export type Bundle = Partial<Record<Resource, number>>;
export type Colour = "red" | "blue" | "orange" | "white" | "green" | "brown" | "black";
export type Terrain = "hills" | "forest" | "pasture" | "fields" | "mountains" | "desert";
export type HarborName = "brick" | "lumber" | "wool" | "grain" | "ore" | "any";
export type Phase = "order_dice" | "dice" | "steal" | "draw" | "setup_settlement" | "setup_road" | "roll" | "discard" | "robber" | "free_roads" | "main" | "over";
export type Part = "first" | "paired" | "special";
export type Answer = "waiting" | "accepted" | "refused";

export interface Hex {
  name: string;
  terrain: Terrain;
  resource: Resource | null;
  number: number | null;
}

export interface Harbor {
  edge: string;
  corners: [string, string];
  resource: Resource | null;
  rate: number;
}

export interface Building {
  corner: string;
  seat: number | null;
  kind: "settlement" | "city";
}

export interface Road {
  edge: string;
  seat: number;
}

export interface Resources {
  brick: number;
  lumber: number;
  wool: number;
  grain: number;
  ore: number;
}

export interface Cards {
  knight: number;
  victory_point: number;
  road_building: number;
  year_of_plenty: number;
  monopoly: number;
}

export interface Offer {
  seat: number;
  give: Partial<Record<Resource, number>>;
  get: Partial<Record<Resource, number>>;
  answers: Record<string, Answer>;
}

export interface Proposal {
  seat: number;
  give: Partial<Record<Resource, number>>;
  get: Partial<Record<Resource, number>>;
}

/** What everybody sees of a seat. */
export interface PublicSeat {
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
  harbors: HarborName[];
  discard_left: number;
  limit_settlements: boolean;
  limit_cities: boolean;
  track: number | null;
}

/** What one viewer knows of a seat beyond that. */
export interface Private {
  hand: Resources | null;
  low: Resources;
  high: Resources;
  dev: Cards | null;
  dev_fresh: Cards | null;
  total_points: number | null;
}

/** What stays the same for the whole game. */
export interface Island {
  edition: string;
  players: number;
  island: "small" | "large";
  rows: number[];
  hexes: Hex[];
  harbors: Harbor[];
  options: Record<string, unknown>;
  words: Record<string, string>;
}

/** What everybody sees now, without the seats. */
export interface Public {
  version: number;
  robber: string;
  buildings: Building[];
  roads: Road[];
  supply: Resources | null;
  deck: number;
  removed: Partial<Record<Card, number>>;
  phase: Phase;
  part: Part;
  turn: number;
  round: number;
  roller: number;
  actor: number;
  partner: number | null;
  starter: number | null;
  to_act: number[];
  dice: [number, number] | null;
  free_roads: number;
  card_played: boolean;
  built: boolean;
  offer: Offer | null;
  proposals: Proposal[];
  winner: number | null;
}

export interface Reason {
  code: string;
  sentence?: string;
  clause?: string;
  source?: string;
  variant?: string;
  facts?: Record<string, unknown>;
}

/** What one viewer knows of a seat. */
export interface Seat extends PublicSeat, Private {}

/** What one viewer sees. */
export interface View extends Island, Public {
  seat: number | null;
  seats: Seat[];
}

/** By button: null, or why it is of no use now. */
export type Can = Record<string, Reason | null>;

/** What is left out has not changed. */
export interface Patch {
  view?: Partial<Public>;
  buildings?: [number, number, Building[]];
  roads?: [number, number, Road[]];
  seats?: Record<string, Partial<Seat>>;
  legal?: [number, number, string[]];
  can?: ([string[], Reason | null])[];
}

/** What happened, and what is different now for those who have the version that the patch is made for. */
export interface PatchUpdate {
  type: "update";
  version: number;
  events: GameEvent[];
  from: number;
  patch: Patch;
}

export interface TableSeat {
  seat: number;
  colour: Colour;
  name: string;
  kind: "human" | "bot" | "open";
  bot: string | null;
  level: string | null;
  bot_plays: boolean;
  resigned: boolean;
  present: boolean;
  guest: boolean;
  program: boolean;
  holiday: number | null;
}

export interface Result {
  winner: number | null;
  points?: number[];
  turns?: number;
  rematch?: string;
}

/** The promise about the dice; words are sealed before the start, and revealed when the host has started. */
export interface Fair {
  commit: string;
  words: Record<string, string>;
  seals: Record<string, string>;
  revealing: boolean;
  starts: number;
}

/** Of a running game in the lobby: open points by seat, and for whom it waits. */
export interface Standing {
  points: number[];
  round: number;
  to_act: number[];
}

/** A stored table as anybody may see it. */
export interface TableSummary {
  code: string;
  name: string;
  edition: string;
  edition_name: string;
  players: number;
  options: Record<string, unknown>;
  changes: string[];
  status: "waiting" | "playing" | "over" | "aborted";
  public: boolean;
  rated: boolean;
  locked: boolean;
  seats: TableSeat[];
  creator: boolean;
  your_seat: number | null;
  turn_seconds: number | null;
  reserve_seconds: number | null;
  increment_seconds: number | null;
  created: number;
  updated: number;
  result: Result | null;
  fair: Fair;
  tournament: string | null;
  standing?: Standing | null;
}

export interface Clock {
  seconds: number;
  left: number;
  part: number;
  running: boolean;
  reserves: Record<string, number>;
}

export interface Away {
  seats: number[];
  since: number;
  votes: Record<string, string>;
  grace: number;
  voting: boolean;
  choices: ("wait" | "bot" | "abort")[];
}

/** A request to take back so many actions; of the events those of the first, and the trades since. */
export interface Undo {
  seat: number;
  agreed: number[];
  needed: number[];
  actions: number;
  events: GameEvent[];
}

/** Who would like a pause, and since when there is one: as soon as all people want it. */
export interface Pause {
  wished: number[];
  since: number | null;
}

/** What a player has answered beforehand: offers for these resources (or "all") are refused; after a 7 cards go in this order. */
export interface Advance {
  refuse: string[];
  discard: string[];
}

/** A table as somebody who is there sees it. */
export interface TableInfo {
  code: string;
  name: string;
  edition: string;
  edition_name: string;
  players: number;
  options: Record<string, unknown>;
  changes: string[];
  status: "waiting" | "playing" | "over" | "aborted";
  public: boolean;
  rated: boolean;
  locked: boolean;
  seats: TableSeat[];
  creator: boolean;
  your_seat: number | null;
  turn_seconds: number | null;
  reserve_seconds: number | null;
  increment_seconds: number | null;
  created: number;
  updated: number;
  result: Result | null;
  fair: Fair;
  tournament: string | null;
  standing?: Standing | null;
  clock: Clock | null;
  away: Away | null;
  undo: Undo | null;
  pause: Pause | null;
  advance: Advance | null;
  muted: number[];
  spectators: number;
  version: number;
}

export interface GameEvent {
  n: number;
  kind: string;
  seat: number | null;
  text?: string;
  data: Record<string, unknown>;
}

export interface HintArguments {
  rolls?: number;
  harbor?: string | null;
  seat?: number;
  colour?: Colour;
  resource?: string;
  resources?: string[];
  give?: Partial<Record<Resource, number>>;
  get?: Partial<Record<Resource, number>>;
  number?: number;
  build?: "settlement" | "city" | "road";
  missing?: Partial<Record<Resource, number>>;
}

/** What a bot would do, and why: a code with its facts, and the server's own sentence. */
export interface Hint {
  action: string;
  code: string;
  arguments: HintArguments;
  sentence: string;
}

/** A line of somebody, or (no seat) of the table: those have a key with facts, and the text is the server's own sentence. */
export interface ChatLine {
  n: number;
  seat: number | null;
  name: string;
  text: string;
  time: string;
  key?: string;
  facts?: Record<string, string | number>;
}

export interface Situation {
  version: number;
  view: View;
  legal: string[];
  can: Record<string, Reason | null>;
}

export interface Welcome {
  version: number;
  view: View;
  legal: string[];
  can: Record<string, Reason | null>;
  type: "welcome";
  table: TableInfo;
  seat: number | null;
  since: number;
  events: GameEvent[];
  chat: ChatLine[];
}

/** Whole; `PatchUpdate` says only what changed. */
export interface Update {
  version: number;
  view: View;
  legal: string[];
  can: Record<string, Reason | null>;
  type: "update";
  events: GameEvent[];
}

export interface TableMessage {
  type: "table";
  table: TableInfo;
}

export interface ChatMessage {
  n: number;
  seat: number | null;
  name: string;
  text: string;
  time: string;
  key?: string;
  facts?: Record<string, string | number>;
  type: "chat";
}

/** What a bot says when it refuses the offer on the table: one of `bots.haggler.REMARKS`. */
export interface Remark {
  type: "remark";
  seat: number;
  key: string;
}

export interface Done {
  type: "done";
  id: string;
  version: number;
}

export interface Refusal {
  type: "refused";
  id: string | null;
  code: string;
  key: string;
  facts: Record<string, string | number>;
  sentence: string;
  reasons: Reason[];
}

export interface WhyAnswer {
  type: "why";
  id: string;
  reasons: Reason[];
}

export interface HintAnswer {
  action: string;
  code: string;
  arguments: HintArguments;
  sentence: string;
  type: "hint";
  id: string;
}

/** The rules are being compiled; a welcome follows. */
export interface Preparing {
  type: "preparing";
  ready: boolean;
  waits_for: string | null;
  slow: boolean;
}

export interface Pong {
  type: "pong";
}

export interface OptionInfo {
  name: string;
  type: "bool" | "number" | "choice";
  choices: (string | number | boolean)[];
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
  maps: [string, number][][];
  drawn: boolean;
  options: Record<string, OptionInfo[]>;
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

export type Message =
  | Welcome
  | Update
  | TableMessage
  | ChatMessage
  | Remark
  | Done
  | Refusal
  | WhyAnswer
  | HintAnswer
  | Preparing
  | Pong;

export type Command =
  | { type: "act"; version: number; action: string }
  | { type: "why"; action: string }
  | { type: "chat"; text: string }
  | { type: "undo"; version?: number | null }
  | { type: "agree"; undo: boolean }
  | { type: "word"; text: string }
  | { type: "seal"; hash: string }
  | { type: "reveal"; text: string }
  | { type: "vote"; choice: "wait" | "bot" | "abort" }
  | { type: "hint" };
