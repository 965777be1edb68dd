/**
 * The REST calls of the server, and the forms that only they use.
 * Made by `python scripts/make_client.py` from the server's OpenAPI description:
 * change server/web/routes, server/web/requests.py and server/web/responses.py.
 */

import type {
  BotInfo, Can, Colour, EditionInfo, Frame, HintArguments, PatchUpdate, Reason, Resource, TableInfo, TableSummary,
  View,
} from "./types";

export interface Acquaintance {
  id: string;
  name: string;
  kind: "friend" | "asked" | "avoided" | "blocked";
  created: number;
}

export interface AddedNotice {
  id: string;
}

export interface Alternative {
  action: string;
  worth: number | null;
}

/** Somebody by name, or by a seat at a table at which the caller sits or has sat. */
export interface Apart {
  kind?: "avoided" | "blocked";
  name?: string;
  table?: string;
  seat?: number;
}

export interface Ban {
  subject: string;
  reason: string;
  time: number;
  until: number | null;
  what: "all" | "chat";
}

export interface Banned {
  subject: string;
}

export interface Bans {
  bans: Ban[];
}

/** What is answered before it is asked; nothing at all takes it back. */
export interface Beforehand {
  refuse?: (Resource | "all")[];
  discard?: Resource[];
}

export interface BotSeat {
  bot: string;
  level?: string | null;
}

/** What lies on a real table, as counts by name; `roads` is null where they are drawn. */
export interface Box {
  island: string;
  colours: string[];
  terrain: Record<string, number>;
  tokens: number[];
  cards_each: number;
  deck: Record<string, number>;
  harbors: Record<string, number>;
  settlements: number;
  cities: number;
  roads: number | null;
  drawn: boolean;
  setups: string[];
  maps: number;
  costs: Record<string, Record<string, number>>;
  points: number;
  limit: number;
  award: number;
  route: number;
  army: number;
  aside: boolean;
  second: number;
}

export interface ByName {
  name: string;
}

/** Everybody's chance to win after so many log entries. */
export interface Chance {
  n: number;
  turn: number;
  chances: number[];
}

export interface Changed {
  seat: number;
}

/** A clause of an edition's rules in our words, whose rule it is, and where the edition's book or another has it. */
export interface ClauseInfo {
  id: string;
  title: string;
  text: string;
  editions: string[];
  holds: "holds" | "may be chosen";
  origin: "own book" | "another book" | "house rule";
  source: string;
}

export interface Closing {
  note?: string;
}

export interface ClubLogin {
  url: string;
}

/** What the operator has written: plain text. */
export interface ClubTexts {
  name: string;
  rules: string;
  pinned: string;
  strangers: boolean;
}

export interface Coach {
  version: number;
  corners: RankedCorner[];
}

/** Two editions side by side, only where they differ; of what has two parts, the left one comes first. */
export interface Comparison {
  left: string;
  right: string;
  left_name: string;
  right_name: string;
  title: string;
  rows: Difference[];
  words: string[][];
  players: number[][];
  labels: Record<string, string>;
  colours: Record<string, string>;
  own_words: Record<string, string>[];
  islands: Record<string, Pick<View, "island" | "rows" | "hexes" | "harbors" | "words">>[];
}

export interface Complained {
  id: string;
}

export interface Complaint {
  id: string;
  code: string;
  version: number;
  player: string;
  name: string;
  about: string | null;
  about_name: string;
  kind: string;
  text: string;
  time: number;
  closed: number | null;
  note: string;
  chat: ComplaintLine[];
  record: string;
}

export interface ComplaintLine {
  seat: number | null;
  name: string;
  text: string;
  time: number;
}

export interface Complaints {
  page: number;
  complaints: ListedComplaint[];
  more: boolean;
}

/** One action of an example in two editions: what it leads to, each with an island on which it alone can be tried. */
export interface Contrast {
  example: string;
  colour: string;
  action: string;
  left: string;
  right: string;
  left_position: string;
  right_position: string;
  left_page: RulebookExample;
  right_page: RulebookExample;
}

export interface CornerReason {
  code: string;
  sentence: string;
  pips?: number;
  good?: boolean;
  few?: boolean;
  resources?: string[];
  resource?: string | null;
  rate?: number;
  fits?: boolean;
}

export interface Corners {
  seat: number;
  corners: RankedCorner[];
}

export interface Curve {
  chances: Chance[];
}

/** An island to train openings on. */
export interface Dealt {
  position: string;
  view: View;
  to_act: number[];
  legal: Record<string, string[]>;
  chances: [string, number][];
  winner: number | null;
  entries: number;
  log?: [number, string][];
  seat: number;
  place: number;
  corners: RankedCorner[];
}

/** An island for a real table. */
export interface DealtIsland {
  seed: string;
  setup: string;
  edition: string;
  players: number;
  island: string;
  rows: number[];
  hexes: View["hexes"];
  harbors: View["harbors"];
  options: Record<string, unknown>;
  words: Record<string, string>;
  position: string;
  robber: string;
  buildings: View["buildings"];
  roads: View["roads"];
  colours: string[];
  figures: Figures;
}

export interface Deck {
  ready: number;
  due: number;
  waiting: number;
  next_due: number | null;
  themes: DrillTheme[];
  today: DrillDay;
  days: number;
  session: DrillNamed[];
}

export interface Deletion {
  name?: string;
}

export interface DeskOverview {
  started: number;
  tables: Record<string, number>;
  accounts: number;
  guests: number;
  live: number;
  lines: number;
  open_complaints: number;
  bans: number;
  kept: Record<string, number | null>;
}

export interface DeskSeat {
  colour: Colour;
  kind: string;
  name: string;
  player: string | null;
  guest: boolean;
  program: boolean;
  here: boolean;
}

export interface DeskTable {
  code: string;
  name: string;
  edition: string;
  players: number;
  status: string;
  public: boolean;
  rated: boolean;
  created: number;
  updated: number;
  seats: DeskSeat[];
}

export interface DeskTables {
  page: number;
  tables: DeskTable[];
  more: boolean;
}

export interface DiceSum {
  sum: number;
  count: number;
  expected: number;
}

/** A rule that differs; a side that has no such rule is empty. */
export interface Difference {
  subject: string;
  clause: string;
  title: string;
  left: string;
  right: string;
  contrast: Contrast | null;
  left_page?: RulebookExample | null;
  right_page?: RulebookExample | null;
}

/** One thing that chance decided when the island was laid out. */
export interface Draw {
  op: "shuffle" | "choice" | "sample";
  n: number;
  result: number[];
}

export interface Drill {
  id: string;
  position: string;
  seat: number;
  answer: string;
  theme: string;
  margin: number;
  error: number;
  rating: number;
  choices: [string, number][];
  of: string;
  goal: string;
  line: string[];
  solvers: Record<string, number>;
  why: Why;
  did: string | null;
  own: boolean;
  times: number;
  due: number | null;
}

export interface DrillAnswer {
  tries: string[];
  times: number;
  seconds?: number;
}

export interface DrillDay {
  seconds: number;
  answered: number;
  found: number;
}

export interface DrillNamed {
  id: string;
  own: boolean;
}

export interface DrillNoted {
  found: boolean;
  noted: boolean;
  times: number;
  due: number;
}

export interface DrillTheme {
  theme: string;
  own: boolean;
  ready: number;
  due: number;
  fresh: number;
}

export interface Entry {
  name?: string;
}

export interface FairNumber {
  n: number;
  counter: number;
  number: number;
  outcome: string;
  holds: boolean;
  choices: [string, number][];
}

/** The promise about the dice; with the seed and every number once the game is over. */
export interface FairRecord {
  commit: string;
  words: Record<string, string>;
  seals: Record<string, string>;
  edition: string;
  players: number;
  options: Record<string, unknown>;
  seed: string | null;
  numbers: FairNumber[] | null;
  mixed?: string;
  island?: IslandSeed;
  opening?: Record<string, unknown>;
  log?: [number, string][];
  draws?: Draw[];
}

/** How fair an island is. Chances are of 36 rolls, summed over the hexes of a corner. */
export interface Figures {
  resources: Record<string, Share>;
  best: number;
  reds: number;
  equal: number;
  seats: number[];
  spread: number;
}

export interface Filling {
  bot?: string;
  level?: string | null;
  count: number;
}

export interface Following {
  code: string;
}

export interface FriendAsking {
  id: string;
  name: string;
  created: number;
}

/** A decision. */
export interface Graded {
  n: number;
  turn: number;
  seat: number;
  action: string;
  grade: string;
  lost: number;
  error: number;
  share: number;
  first: number;
  stake: number;
  best: Alternative[];
  why?: Why;
}

export interface Holiday {
  until: number | null;
  left: number;
  most: number;
}

export interface IslandSeed {
  counters: number[];
  seed: string;
}

export interface Join {
  name?: string;
  colour?: string | null;
  word?: string | null;
}

export interface Judged {
  action: string;
  worth: number;
  lost: number;
  error: number;
  why: Why;
}

export interface JudgedOffer {
  action: string;
  own: number;
  partner: number;
  theirs: number;
}

export interface Judgement {
  seat: number | null;
  chances: number[];
  best: Judged[];
  offers: JudgedOffer[];
  depth: number;
  depths: number;
  positions: number;
  judge: "network" | "evaluation";
  settled: boolean;
}

export interface KeyQuestion {
  options: Record<string, unknown>;
}

/** A position with the learner in its first seat, and the steps that lead on from it. */
export interface Lesson {
  id: string;
  title: string;
  done: string;
  position: string;
  view: View;
  legal: string[];
  can: Can;
  steps: LessonStep[];
}

/** A wanted move, and the messages of a table about it and what follows. */
export interface LessonMove {
  action: string;
  updates: PatchUpdate[];
}

export interface LessonStep {
  text: string;
  otherwise: string;
  point: string[];
  wrong: LessonWrong[];
  moves: LessonMove[];
}

/** A move that is not wanted, and what is said of it; `reason` where the rules refuse it. */
export interface LessonWrong {
  action: string;
  text: string;
  reason?: Reason;
}

export interface Lessons {
  format: number;
  edition: string;
  language: string;
  name: string;
  lessons: Lesson[];
}

export interface ListedComplaint {
  id: string;
  code: string;
  version: number;
  player: string;
  name: string;
  about: string | null;
  about_name: string;
  kind: string;
  text: string;
  time: number;
  closed: number | null;
  note: string;
}

export interface Lock {
  locked: boolean;
}

/** A position with all that may be done. */
export interface Look {
  position: string;
  view: View;
  to_act: number[];
  legal: Record<string, string[]>;
  chances: [string, number][];
  winner: number | null;
  entries: number;
  log?: [number, string][];
}

export interface Looked {
  start: string;
  entries?: number | null;
  actions?: [number, string][];
  viewer?: number | null;
  log?: boolean;
}

export interface Luck {
  seat: number;
  expected: number;
  actual: number;
  percentile: number;
  rolls: number;
  sevens: number;
  sevens_expected: number;
  sevens_percentile: number;
}

export interface MadeKey {
  clientDataJSON: string;
  attestationObject: string;
}

export interface MadeToken {
  id: string;
  token: string;
}

export interface MadeTournament {
  id: string;
}

export interface Met {
  table: string;
  seat: number;
  name: string;
  ended: number;
}

export interface MistakesOfKind {
  kind: string;
  count: number;
  lost: number;
}

/** A decision to look at again. */
export interface Moment {
  n: number;
  kind: "missed" | "found";
}

export interface Mute {
  seat: number;
  muted?: boolean;
}

export interface NewBan {
  subject: string;
  what?: "all" | "chat";
  days?: number | null;
  reason?: string;
}

export interface NewComplaint {
  seat: number;
  kind: "abuse" | "cheating" | "stalling" | "name" | "other";
  text?: string;
}

export interface NewFeed {
  path: string;
}

export interface NewHoliday {
  days: number;
}

/** What `navigator.credentials.create` gave. */
export interface NewKey {
  id: string;
  rawId: string;
  type: "public-key";
  response: MadeKey;
}

/** A push subscription has the browser's two keys; a webhook has none. */
export interface NewNotice {
  kind: "push" | "discord" | "matrix" | "plain";
  address: string;
  p256dh?: string;
  auth?: string;
}

export interface NewPhrase {
  phrase: string;
}

export interface NewSeek {
  editions: string[];
  players?: number;
  turn_seconds?: number | null;
  rated?: boolean;
  low?: number | null;
  high?: number | null;
  language?: string;
  name?: string;
}

export interface NewTable {
  edition?: string;
  players?: number;
  options?: Record<string, boolean | number | string | null>;
  seats?: ("me" | "open" | BotSeat)[];
  public?: boolean;
  rated?: boolean;
  turn_seconds?: number | null;
  reserve_seconds?: number | null;
  increment_seconds?: number | null;
  name?: string;
  player?: string;
  word?: string | null;
  start?: boolean;
}

export interface NewToken {
  name: string;
  scopes?: ("events" | "play")[];
}

export interface NewTournament {
  name: string;
  edition?: string;
  options?: Record<string, boolean | number | string | null>;
  size?: number;
  rounds?: number;
  most?: number;
  turn_seconds?: number | null;
  rated?: boolean;
  public?: boolean;
  wait?: number;
  pause?: number;
  fill?: boolean;
  bot?: string;
  level?: string | null;
  bots?: number;
  starts?: number | null;
}

/** How often a player asked others for a trade, and got it; how often others asked, and the player accepted. */
export interface OfferCounts {
  made: number;
  taken: number;
  asked: number;
  accepted: number;
}

export interface Opened {
  code: string;
  seat: number | null;
  token: string | null;
}

/** Sums: settlements of the set-up, their ranks, what they lost. */
export interface OpeningsJudged {
  count: number;
  rank: number;
  lost: number;
}

/** Who the caller is here; a guest has only a name. */
export interface OwnAccount {
  registered: boolean;
  name: string;
  created: number | null;
  has_phrase: boolean;
  shown: boolean;
  operator: boolean;
  program: boolean;
  passkeys_here: boolean;
  passkeys: OwnPasskey[];
  devices: OwnDevice[];
  club: string | null;
  has_club: boolean;
}

export interface OwnDevice {
  id: string;
  name: string;
  created: number;
  used: number;
  here: boolean;
}

export interface OwnFeed {
  created: number | null;
}

export interface OwnNotice {
  id: string;
  kind: string;
  address: string;
  created: number;
}

export interface OwnNotices {
  allowed: string[];
  key: string | null;
  notices: OwnNotice[];
}

export interface OwnPasskey {
  id: string;
  name: string;
  created: number;
  used: number;
}

/** The caller's own lists; nobody else sees them. */
export interface OwnPeople {
  registered: boolean;
  people: Acquaintance[];
  asking: FriendAsking[];
  invitations: TableInvitation[];
  met: Met[];
}

export interface OwnRating {
  strength: number;
  uncertainty: number;
  games: number;
}

export interface OwnSeek {
  editions: string[];
  players: number;
  turn_seconds: number | null;
  rated: boolean;
  language: string;
  id: string;
  low: number | null;
  high: number | null;
  table: string | null;
}

export interface OwnToken {
  id: string;
  name: string;
  scopes: ("events" | "play")[];
  created: number;
  used: number | null;
}

export interface OwnTokens {
  tokens: OwnToken[];
}

/** How `one` treats `other`. */
export interface Pair {
  one: string;
  other: string;
  one_name: string;
  other_name: string;
  games: number;
  giving: number;
  exchanges: Unusual;
  cards: Unusual;
  robbed: Unusual;
  tables: string[];
}

export interface Pairs {
  pairs: Pair[];
}

export interface Past {
  page: number;
  games: TableSummary[];
  more: boolean;
}

export interface PauseWish {
  wanted: boolean;
}

export interface Phrase {
  phrase: string;
}

export interface PlayedGame {
  code: string;
  edition: string;
  players: number;
  rated: boolean;
  ended: number;
  seat: number;
  colour: Colour;
  points: number | null;
  turns: number | null;
  won: boolean;
  left: boolean;
}

/** A beginning (position, record or JSON) and what is played from there. */
export interface Position {
  start: string;
  entries?: number | null;
  actions?: [number, string][];
  viewer?: number | null;
}

export interface Profile {
  name: string;
  games: number;
  won: number;
  left: number;
  results: Results[];
  rating: ProfileRating;
  history: RatingMoment[];
  reviewed: Reviewed;
  latest: PlayedGame[];
}

export interface ProfileRating {
  strength: number;
  uncertainty: number;
  games: number;
  provisional: boolean;
}

export interface ProgramName {
  name: string;
  listening: boolean;
}

export interface Puzzle {
  id: string;
  position: string;
  seat: number;
  answer: string;
  theme: string;
  margin: number;
  error: number;
  rating: number;
  choices: [string, number][];
  of: string;
  goal: string;
  line: string[];
  solvers: Record<string, number>;
  why: Why;
}

export interface PuzzleInfo {
  id: string;
  goal: string;
  theme: string;
  rating: number;
}

export interface Puzzles {
  made: Record<string, unknown>;
  puzzles: PuzzleInfo[];
}

export interface Question {
  start: string;
  entries?: number | null;
  actions?: [number, string][];
  viewer?: number | null;
  seat?: number | null;
  depth?: number;
}

export interface RankedCorner {
  corner: number;
  name: string;
  chance: number;
  score: number;
  pips: number;
  resources: string[];
  numbers: number[];
  harbor: string | null;
  why: CornerReason[];
  lost: number;
}

export interface RatingMoment {
  time: number;
  strength: number;
  uncertainty: number;
}

export interface Ratings {
  you: OwnRating;
  bots: Record<string, number>;
}

/** Where friends find this server: its address on the local network, and whether it listens there at all. */
export interface Reached {
  network: string | null;
  open: boolean;
}

export interface Ready {
  ready: boolean;
  waits_for: "rules" | null;
  slow: boolean;
  bots: boolean;
}

export interface Rearranged {
  edition?: string;
  players?: number;
  options?: Record<string, boolean | number | string | null>;
  public?: boolean;
  rated?: boolean;
  turn_seconds?: number | null;
  reserve_seconds?: number | null;
  increment_seconds?: number | null;
  name?: string;
}

export interface Registration {
  name: string;
}

export interface Removal {
  seat: number;
  ban?: boolean;
}

export interface Replay {
  total: number;
  frames: Frame[];
}

export interface Report {
  winner: number | null;
  turns: number;
  scores: Score[];
  luck: Luck[];
  points: TurnPoints[];
  cards: Record<string, number>[];
  dice: DiceSum[];
  chances?: Chance[];
}

export interface Results {
  edition: string;
  players: number;
  games: number;
  won: number;
  points: number | null;
}

export interface Review {
  format: string;
  version: number;
  level: string;
  complete: boolean;
  judge: "network" | "evaluation";
  colours: Colour[];
  winner: number | null;
  entries: number;
  curve: Chance[];
  decisions: Graded[];
  turning_points: TurningPoint[];
  openings: ReviewedOpening[];
  trades: ReviewedTrade[];
  offers: ReviewedOffer[];
  players: ReviewedPlayer[];
}

/** A review that is under way: its key, how far it is (from 0 to 1), what is done now, and its place among those that take turns. */
export interface ReviewProgress {
  key: string;
  done: number;
  stage: "reading" | "chances" | "decisions" | "assembling";
  turn: number | null;
  place: number;
  of: number;
}

/** Over all reviewed games, in hundredths of the chance to win. */
export interface Reviewed {
  games: number;
  decisions: number;
  lost: number;
  luck: number;
  grades: Record<string, number>;
  openings: OpeningsJudged;
  trades: TradesJudged;
  mistakes: MistakesOfKind[];
}

/** An offer that was made, or the end of a turn in which a better one could have been; in hundredths, as seldom as offers are closed. */
export interface ReviewedOffer {
  n: number;
  turn: number;
  seat: number;
  action: string;
  better: string;
  gain: number;
  own: number;
  first: number;
  stake: number;
}

export interface ReviewedOpening {
  n: number;
  seat: number;
  corner: string;
  pips: number;
  rank: number;
  of: number;
  best: string;
  best_pips: number | null;
  lost: number;
  chance: number | null;
  stake: number | null;
}

export interface ReviewedPlayer {
  seat: number;
  colour: Colour;
  decisions: number;
  grades: Record<string, number>;
  accuracy: number | null;
  moments: Moment[];
  lost: number;
  average: number;
  luck: number;
  parts: Record<string, number> | null;
  dearest: number[];
  openings: number[];
  trades: number[];
  offers?: OfferCounts;
}

export interface ReviewedTrade {
  n: number;
  turn: number;
  seat: number;
  other: number;
  give: Partial<Record<Resource, number>>;
  get: Partial<Record<Resource, number>>;
  own: number;
  theirs: number;
}

/** The rulebook of one edition in one language; `format` changes when a reader of an older one would fail. */
export interface Rulebook {
  format: number;
  edition: string;
  language: string;
  name: string;
  rulebook: string;
  players: number[];
  labels: Record<string, string>;
  words: Record<string, string>;
  colours: Record<string, string>;
  subjects: RulebookSubject[];
  clauses: Record<string, RulebookClause>;
  course: RulebookEntry[];
  almanac: RulebookEntry[];
  islands: Record<string, Pick<View, "island" | "rows" | "hexes" | "harbors" | "words">>;
  examples: Record<string, RulebookExample>;
  synonyms: Record<string, string[]>;
  ignored: string[];
  table: string[];
  boxes: Record<string, Box>;
}

/** A clause in this edition's words. */
export interface RulebookClause {
  id: string;
  subject: string;
  title: string;
  text: string;
  holds: "holds" | "may be chosen";
  origin: "own book" | "another book" | "house rule";
  book: string;
  examples: string[];
  entries: string[];
}

/** A keyword of the almanac, or a step of the course. */
export interface RulebookEntry {
  id: string;
  title: string;
  text: string;
  clauses: string[];
  see: string[];
  example?: string;
}

export interface RulebookExample {
  id: string;
  clause: string;
  text: string;
  players: number;
  island: string;
  position: string;
  options: Record<string, unknown>;
  view: Partial<View>;
  allowed: RulebookTry[];
  refused: RulebookTry[];
  show: RulebookTry[];
  after: Record<string, unknown>;
}

export interface RulebookSubject {
  id: string;
  title: string;
  clauses: string[];
}

/** An action of an example. Allowed: what is different in the view afterwards. Refused: the clause, and the reason. */
export interface RulebookTry {
  seat: number;
  colour: string;
  action: string;
  view?: Partial<View>;
  clause?: string;
  reason?: Reason | null;
}

/** One row. `settlements`, `cities` and `knights` are pieces and cards, `route` is a length; points are named as such. */
export interface Score {
  seat: number;
  colour: Colour;
  settlements: number;
  settlement_points: number;
  cities: number;
  city_points: number;
  route: number;
  route_points: number;
  knights: number;
  army_points: number;
  victory_point_cards: number;
  total: number;
}

export interface SeatChange {
  bot?: string | null;
  level?: string | null;
  open?: boolean;
  colour?: string | null;
}

export interface Seated {
  seat: number;
  token: string;
}

/** What a resource brings: its hexes, and how many of the 36 rolls pay one of them, counted for each hex. */
export interface Share {
  hexes: number;
  chances: number;
}

export interface Shown {
  shown: boolean;
}

export interface Signature {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | null;
}

/** The caller's own wishes, and what is sought in all. */
export interface Sought {
  own: OwnSeek[];
  all: SoughtGame[];
}

export interface SoughtGame {
  editions: string[];
  players: number;
  turn_seconds: number | null;
  rated: boolean;
  language: string;
  count: number;
}

export interface Substitute {
  plays: boolean;
}

/** An option that is not the edition's own, and the rules behind it. */
export interface TableChange {
  option: string;
  value: number | string | boolean;
  usual: number | string | boolean | null;
  clauses: string[];
}

export interface TableInvitation {
  id: string;
  table: string;
  name: string;
  created: number;
}

export interface TableOptions {
  players?: number;
  options?: Record<string, boolean | number | string | null>;
}

export interface TableRule {
  id: string;
  subject: string;
  title: string;
  text: string;
}

/** The rules of one table, the changed ones first. */
export interface TableRules {
  edition: string;
  language: string;
  name: string;
  players: number;
  changes: TableChange[];
  rules: TableRule[];
  labels: Record<string, string>;
}

export interface TakenAlong {
  everything: Record<string, unknown>;
}

export interface Tournament {
  id: string;
  name: string;
  status: "open" | "running" | "over" | "cancelled";
  edition: string;
  size: number;
  rounds: number;
  round: number;
  people: number;
  bots: number;
  most: number;
  rated: boolean;
  turn_seconds: number | null;
  starts: number | null;
  ended: number | null;
  joined: boolean;
  options: Record<string, unknown>;
  public: boolean;
  wait: number;
  pause: number;
  fill: boolean;
  yours: boolean;
  table: string | null;
  standing: TournamentEntrant[];
  tables: TournamentTable[][];
}

/** Somebody who takes part, with place and score. An empty name: somebody whose account is deleted. */
export interface TournamentEntrant {
  entrant: number;
  name: string;
  bot: string | null;
  level: string | null;
  guest: boolean;
  gone: boolean;
  place: number;
  wins: number;
  points: number;
  share: number;
  games: number;
  you: boolean;
}

/** A tournament as a list shows it. */
export interface TournamentSummary {
  id: string;
  name: string;
  status: "open" | "running" | "over" | "cancelled";
  edition: string;
  size: number;
  rounds: number;
  round: number;
  people: number;
  bots: number;
  most: number;
  rated: boolean;
  turn_seconds: number | null;
  starts: number | null;
  ended: number | null;
  joined: boolean;
}

/** A table of a round: entrants by seat (-1: a bot that fills it), and how it ended. */
export interface TournamentTable {
  code: string;
  entrants: number[];
  over: boolean;
  points: number[];
  winner: number | null;
  left: number[];
}

/** Sums: trades with players, what they were worth to both sides; how often one asked and got it, was asked and accepted. */
export interface TradesJudged {
  count: number;
  own: number;
  theirs: number;
  made: number;
  taken: number;
  asked: number;
  accepted: number;
}

export interface TurnPoints {
  turn: number;
  points: number[];
}

export interface TurningPoint {
  kind: "decision" | "chance";
  n: number;
  turn: number;
  seat: number;
  action: string;
  lost?: number;
  better?: string;
  why?: Why;
  change?: number;
  before: number[] | null;
  after: number[] | null;
}

export interface Unusual {
  happened: number;
  expected: number;
  unusual: number;
}

/** What `navigator.credentials.get` gave. */
export interface UsedKey {
  id: string;
  rawId: string;
  type: "public-key";
  response: Signature;
}

/** A reason: a code with its facts, and the server's own sentence. */
export interface Why {
  code: string;
  arguments: HintArguments;
  sentence: string;
}

export interface Reply<Status extends number, Data> {
  status: Status;
  data: Data;
}

/** A call that is ready to be sent (`http.ts`), with the type of what comes back. */
export interface Call<Back extends Reply<number, unknown>> {
  method: string;
  path: string;
  body?: unknown;
  back?: Back; // never there: it carries the type
}

const part = (value: string | number) => encodeURIComponent(value);

function query(values: Record<string, string | number | boolean | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? "?" + given.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join("&") : "";
}

export const rest = {
  /** Editions with their options. */
  editions: (): Call<Reply<200, EditionInfo[]>> => ({ method: "GET", path: "/api/editions" }),

  /** Bots that a seat can be given to. */
  bots: (): Call<Reply<200, BotInfo[]>> => ({ method: "GET", path: "/api/bots" }),

  /** The rules' clauses in our words. */
  rules: (edition: string): Call<Reply<200, ClauseInfo[]>> => ({ method: "GET", path: `/api/rules/${part(edition)}` }),

  /** The rulebook of an edition in a language: course, clauses, almanac and examples that can be played. */
  rulebook: (edition: string, language: string): Call<Reply<200, Rulebook>> =>
    ({ method: "GET", path: `/api/rulebook/${part(edition)}/${part(language)}` }),

  /** What is new in an edition for people who know another one: only what differs, with islands on which the difference can be played. */
  comparison: (edition: string, language: string, known: string): Call<Reply<200, Comparison>> =>
    ({ method: "GET", path: `/api/rulebook/${part(edition)}/${part(language)}/known/${part(known)}` }),

  /** The rules of a table with these options, the changed ones first. */
  tableRules: (edition: string, language: string, body: TableOptions): Call<Reply<200, TableRules>> =>
    ({ method: "POST", path: `/api/rulebook/${part(edition)}/${part(language)}/table`, body }),

  /** An island for a real table: the same for everybody who names this seed, with figures that say how fair it is. */
  island: (edition: string, asked: { seed: string; players?: number; setup?: string }): Call<Reply<200, DealtIsland>> =>
    ({ method: "GET", path: `/api/islands/${part(edition)}${query(asked)}` }),

  /** Lessons for newcomers with an edition's words, in a language: positions, the moves wanted, and all that follows from them. */
  learn: (edition: string, language: string): Call<Reply<200, Lessons>> =>
    ({ method: "GET", path: `/api/lessons/${part(edition)}/${part(language)}` }),

  /** Who the caller is here: a guest, or an account with its devices and passkeys. */
  ownAccount: (): Call<Reply<200, OwnAccount>> => ({ method: "GET", path: "/api/account" }),

  /** Register a name; the way back is a recovery phrase, which is shown only now. */
  register: (body: Registration): Call<Reply<201, NewPhrase>> => ({ method: "POST", path: "/api/account", body }),

  /** A new recovery phrase; the former one opens nothing any more. */
  newPhrase: (): Call<Reply<201, NewPhrase>> => ({ method: "POST", path: "/api/account/phrase" }),

  /** What the browser is asked, to register a name by a passkey, or (with an account) to have one more. */
  askNewPasskey: (body: Registration): Call<Reply<200, KeyQuestion>> =>
    ({ method: "POST", path: "/api/account/passkeys/ask", body }),

  /** The browser's answer: the passkey that it has made. */
  addPasskey: (body: NewKey): Call<Reply<204, null>> => ({ method: "POST", path: "/api/account/passkeys", body }),

  /** Forget a passkey; the last way in stays. */
  dropPasskey: (key: string): Call<Reply<204, null>> =>
    ({ method: "DELETE", path: `/api/account/passkeys/${part(key)}` }),

  /** What the browser is asked, to sign in by a passkey. */
  askPasskey: (): Call<Reply<200, KeyQuestion>> => ({ method: "POST", path: "/api/signin/ask" }),

  /** Sign in; what this browser did as a guest becomes the account's. */
  signInByPasskey: (body: UsedKey): Call<Reply<204, null>> => ({ method: "POST", path: "/api/signin/passkey", body }),

  /** The same by a recovery phrase. */
  signInByPhrase: (body: Phrase): Call<Reply<204, null>> => ({ method: "POST", path: "/api/signin/phrase", body }),

  /** Where the browser goes to sign in by the club's own login. It is sent back, and must be the same browser then. */
  askClub: (): Call<Reply<200, ClubLogin>> => ({ method: "POST", path: "/api/signin/club" }),

  /** The club's login opens this account no more; the last way in stays. */
  dropClub: (): Call<Reply<204, null>> => ({ method: "DELETE", path: "/api/account/club" }),

  /** Sign this browser out; the account and its other devices stay. */
  signOut: (): Call<Reply<204, null>> => ({ method: "POST", path: "/api/signout" }),

  /** Sign another browser out; its lines are cut. */
  dropDevice: (device: string): Call<Reply<204, null>> =>
    ({ method: "DELETE", path: `/api/account/devices/${part(device)}` }),

  /** May others see the profile? */
  showProfile: (body: Shown): Call<Reply<204, null>> => ({ method: "POST", path: "/api/account/shown", body }),

  /** Everything that is kept about the caller. */
  takeAlong: (): Call<Reply<200, TakenAlong>> => ({ method: "GET", path: "/api/account/export" }),

  /** Delete everything; the name of the account must be written once more. Games of others stay, with nobody's name at that seat. */
  deleteAccount: (body: Deletion): Call<Reply<204, null>> => ({ method: "POST", path: "/api/account/delete", body }),

  /** The caller's own: results, rating over time, and what reviews say of luck and decisions. */
  ownProfile: (): Call<Reply<200, Profile>> => ({ method: "GET", path: "/api/profile" }),

  /** The caller's finished games as a file; each one's record is at `/api/tables/CODE/record`. */
  ownGames: (asked: { form?: "json" | "parquet" } = {}): Call<Reply<200, unknown>> =>
    ({ method: "GET", path: `/api/profile/games${query(asked)}` }),

  /** Records of the caller's finished games as text, a hundred in an archive, the latest first. */
  ownRecords: (asked: { page?: number } = {}): Call<Reply<200, unknown>> =>
    ({ method: "GET", path: `/api/profile/records${query(asked)}` }),

  /** Somebody's who shows it; hidden ones and unknown ones are answered alike. */
  shownProfile: (name: string): Call<Reply<200, Profile>> => ({ method: "GET", path: `/api/profiles/${part(name)}` }),

  /** Where the caller gets notices, which origins the operator allows, and the key of this server's pushes. */
  ownNotices: (): Call<Reply<200, OwnNotices>> => ({ method: "GET", path: "/api/notices" }),

  /** A browser's push subscription, or a webhook (Discord, Matrix, plain), at an origin that the operator allows. */
  addNotice: (body: NewNotice): Call<Reply<201, AddedNotice>> => ({ method: "POST", path: "/api/notices", body }),

  /** Not there any more. */
  dropNotice: (notice: string): Call<Reply<204, null>> => ({ method: "DELETE", path: `/api/notices/${part(notice)}` }),

  /** Is the caller on holiday, and how many days of the last 365 are left? */
  ownHoliday: (): Call<Reply<200, Holiday>> => ({ method: "GET", path: "/api/holiday" }),

  /** From now on, for so many days: the caller's time at slow tables (those of tournaments excepted) stands still. */
  takeHoliday: (body: NewHoliday): Call<Reply<201, Holiday>> => ({ method: "POST", path: "/api/holiday", body }),

  /** The caller is back; the days that are left over stay. */
  endHoliday: (): Call<Reply<200, Holiday>> => ({ method: "DELETE", path: "/api/holiday" }),

  /** Has the caller a feed, and since when? */
  ownFeed: (): Call<Reply<200, OwnFeed>> => ({ method: "GET", path: "/api/feed" }),

  /** A new address for the caller's feed, shown only now; the former one opens nothing any more. */
  newFeed: (): Call<Reply<201, NewFeed>> => ({ method: "POST", path: "/api/feed" }),

  /** No feed any more. */
  dropFeed: (): Call<Reply<204, null>> => ({ method: "DELETE", path: "/api/feed" }),

  /** What waits for the one who made this address: tables by name, and nothing that happened there. */
  feed: (secret: string, asked: { language?: "en" | "de" | "fr" | "es" } = {}): Call<Reply<200, unknown>> =>
    ({ method: "GET", path: `/api/feeds/${part(secret)}${query(asked)}` }),

  /** Complain about somebody at the same table; the operator gets the chat, and the game as the caller knows it. */
  complain: (code: string, body: NewComplaint): Call<Reply<201, Complained>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/complaint`, body }),

  /** What goes on here, and what is kept for how long. */
  overview: (): Call<Reply<200, DeskOverview>> => ({ method: "GET", path: "/api/desk" }),

  /** Who plays where, the latest change first. */
  deskTables: (
    asked: { status?: "waiting" | "playing" | "over" | "aborted" | null; page?: number } = {},
  ): Call<Reply<200, DeskTables>> =>
    ({ method: "GET", path: `/api/desk/tables${query(asked)}` }),

  /** Abort a table; everybody there sees it at once. */
  endTable: (code: string): Call<Reply<204, null>> => ({ method: "POST", path: `/api/desk/tables/${part(code)}/end` }),

  /** Open ones, the oldest first; or closed ones. */
  listComplaints: (asked: { closed?: boolean; page?: number } = {}): Call<Reply<200, Complaints>> =>
    ({ method: "GET", path: `/api/desk/complaints${query(asked)}` }),

  /** One complaint, with the chat and the game as they were. */
  complaint: (id: string): Call<Reply<200, Complaint>> => ({ method: "GET", path: `/api/desk/complaints/${part(id)}` }),

  /** It is dealt with; the note is for operators. */
  closeComplaint: (id: string, body: Closing): Call<Reply<204, null>> =>
    ({ method: "POST", path: `/api/desk/complaints/${part(id)}/close`, body }),

  /** Who is shut out, or may not write, since when, until when and why. */
  listBans: (): Call<Reply<200, Bans>> => ({ method: "GET", path: "/api/desk/bans" }),

  /** Shut a player, an address or a network out, or take the chat from a player; for some days, or until it is lifted. */
  ban: (body: NewBan): Call<Reply<201, Banned>> => ({ method: "POST", path: "/api/desk/bans", body }),

  /** Let somebody in again. */
  liftBan: (asked: { subject: string }): Call<Reply<204, null>> =>
    ({ method: "DELETE", path: `/api/desk/bans${query(asked)}` }),

  /** How the same two people treat each other at rated tables. Nothing follows from it automatically: friends trade more readily. */
  comparePairs: (asked: { least?: number } = {}): Call<Reply<200, Pairs>> =>
    ({ method: "GET", path: `/api/desk/pairs${query(asked)}` }),

  /** Programs with an account here, and whether they listen now; people invite them by name. */
  listPrograms: (): Call<Reply<200, ProgramName[]>> => ({ method: "GET", path: "/api/programs" }),

  /** The account is a program's from now on, for ever; its name must be written once more. */
  becomeProgram: (body: Deletion): Call<Reply<204, null>> => ({ method: "POST", path: "/api/account/program", body }),

  /** The program's tokens, without what opens them. */
  ownTokens: (): Call<Reply<200, OwnTokens>> => ({ method: "GET", path: "/api/account/tokens" }),

  /** A token with a scope; it is shown only now. */
  newToken: (body: NewToken): Call<Reply<201, MadeToken>> => ({ method: "POST", path: "/api/account/tokens", body }),

  /** The token opens nothing any more; the program's lines are cut. */
  dropToken: (id: string): Call<Reply<204, null>> => ({ method: "DELETE", path: `/api/account/tokens/${part(id)}` }),

  /** For a token with the scope `events`: lines of JSON about invitations and the program's tables; after three minutes, ask again. */
  events: (): Call<Reply<200, unknown>> => ({ method: "GET", path: "/api/program/events" }),

  /** Public tables that wait or play. */
  publicTables: (): Call<Reply<200, TableSummary[]>> => ({ method: "GET", path: "/api/tables" }),

  /** Open a table, sit down if a seat says "me", and start at once if asked. */
  openTable: (body: NewTable): Call<Reply<201, Opened>> => ({ method: "POST", path: "/api/tables", body }),

  /** The caller's tables, running ones first. */
  ownTables: (): Call<Reply<200, TableSummary[]>> => ({ method: "GET", path: "/api/mine" }),

  /** Where the caller stands among the bots, by the rated tables played to their end. */
  ratings: (): Call<Reply<200, Ratings>> => ({ method: "GET", path: "/api/ratings" }),

  /** Finished games: public ones and the caller's own. */
  past: (asked: { page?: number } = {}): Call<Reply<200, Past>> =>
    ({ method: "GET", path: `/api/past${query(asked)}` }),

  /** One table as the caller may see it. */
  table: (code: string): Call<Reply<200, TableInfo>> => ({ method: "GET", path: `/api/tables/${part(code)}` }),

  /** Throw a game away that nobody else plays; of a finished one with others, forget the own part. */
  erase: (code: string): Call<Reply<204, null>> => ({ method: "DELETE", path: `/api/tables/${part(code)}` }),

  /** Sit down at a free seat. */
  join: (code: string, body: Join): Call<Reply<200, Seated>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/join`, body }),

  /** Give a seat to a bot, open it, or take another colour. */
  changeSeat: (code: string, number: number, body: SeatChange): Call<Reply<200, Changed>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/seats/${part(number)}`, body }),

  /** Give one's seat up; in a running game this is resigning. */
  leave: (code: string): Call<Reply<200, TableInfo>> => ({ method: "POST", path: `/api/tables/${part(code)}/leave` }),

  /** Give the running game up; a bot plays on, and a rated game is lost. */
  resign: (code: string): Call<Reply<200, TableInfo>> => ({ method: "POST", path: `/api/tables/${part(code)}/resign` }),

  /** Let a bot play on for the caller until the caller takes the seat back, by this call or by coming back to the table. */
  letBotPlay: (code: string, body: Substitute): Call<Reply<200, TableInfo>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/bot`, body }),

  /** Would the caller like a pause? The game stands still as soon as all its people would, and goes on when one of them wants it. */
  wishPause: (code: string, body: PauseWish): Call<Reply<200, TableInfo>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/pause`, body }),

  /** Answer beforehand: refuse offers for some resources, discard in an order. Only the caller sees it. */
  answerInAdvance: (code: string, body: Beforehand): Call<Reply<200, TableInfo>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/advance`, body }),

  /** The host changes the table's edition, players, rules, clock or name before the start. */
  rearrange: (code: string, body: Rearranged): Call<Reply<200, TableInfo>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/rules`, body }),

  /** Begin; every seat must be taken. */
  start: (code: string): Call<Reply<200, TableInfo>> => ({ method: "POST", path: `/api/tables/${part(code)}/start` }),

  /** After the end: a table with the same rules, people and bots; its code is sent to all. */
  rematch: (code: string): Call<Reply<200, Following>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/rematch` }),

  /** The host removes somebody from a seat, and may ban the player. */
  remove: (code: string, body: Removal): Call<Reply<200, TableInfo>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/remove`, body }),

  /** The host lets everybody in again who was banned. */
  liftBans: (code: string): Call<Reply<200, TableInfo>> =>
    ({ method: "DELETE", path: `/api/tables/${part(code)}/bans` }),

  /** The host locks the table, or opens it again: nobody else sits down or watches. */
  lock: (code: string, body: Lock): Call<Reply<200, TableInfo>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/lock`, body }),

  /** The host mutes somebody's chat, or lets it be heard again. */
  mute: (code: string, body: Mute): Call<Reply<200, TableInfo>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/mute`, body }),

  /** What the operator has written about this server. */
  club: (): Call<Reply<200, ClubTexts>> => ({ method: "GET", path: "/api/club" }),

  /** The caller's own wishes (asking keeps them alive), and what is sought in all, without saying by whom. */
  sought: (): Call<Reply<200, Sought>> => ({ method: "GET", path: "/api/seeks" }),

  /** Wish for a game. When enough people wish for the same, the own wish names a table. */
  seek: (body: NewSeek): Call<Reply<201, Sought>> => ({ method: "POST", path: "/api/seeks", body }),

  /** Take a wish back. */
  dropSeek: (seek: string): Call<Reply<204, null>> => ({ method: "DELETE", path: `/api/seeks/${part(seek)}` }),

  /** Friends, people to avoid, who asks, invitations, and with whom the caller has played lately. */
  ownPeople: (): Call<Reply<200, OwnPeople>> => ({ method: "GET", path: "/api/people" }),

  /** Ask somebody to be friends. The answer does not say whether anybody has the name. */
  askFriend: (body: ByName): Call<Reply<204, null>> => ({ method: "POST", path: "/api/people/friends", body }),

  /** Be friends with somebody who asks. */
  acceptFriend: (asking: string): Call<Reply<204, null>> =>
    ({ method: "POST", path: `/api/people/friends/${part(asking)}/accept` }),

  /** Take somebody off the own lists, or say no to somebody who asks. */
  dropPerson: (entry: string): Call<Reply<204, null>> => ({ method: "DELETE", path: `/api/people/${part(entry)}` }),

  /** Not again with this person; nobody sees it. */
  keepApart: (body: Apart): Call<Reply<204, null>> => ({ method: "POST", path: "/api/people/apart", body }),

  /** Invite somebody by name to a table that waits. The answer does not say whether anybody has the name. */
  invite: (code: string, body: ByName): Call<Reply<204, null>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/invitations`, body }),

  /** Not coming; who invited does not hear of it. */
  dropInvitation: (invitation: string): Call<Reply<204, null>> =>
    ({ method: "DELETE", path: `/api/invitations/${part(invitation)}` }),

  /** Those that are open or running, and the latest that are over. */
  tournaments: (): Call<Reply<200, TournamentSummary[]>> => ({ method: "GET", path: "/api/tournaments" }),

  /** A new tournament; its maker needs an account. */
  makeTournament: (body: NewTournament): Call<Reply<201, MadeTournament>> =>
    ({ method: "POST", path: "/api/tournaments", body }),

  /** One of them: who takes part, how it stands, every table. */
  tournament: (id: string): Call<Reply<200, Tournament>> => ({ method: "GET", path: `/api/tournaments/${part(id)}` }),

  /** The results: JSON has the standing and every table, CSV the standing. */
  resultsFile: (id: string, asked: { form?: "json" | "csv" } = {}): Call<Reply<200, unknown>> =>
    ({ method: "GET", path: `/api/tournaments/${part(id)}/file${query(asked)}` }),

  /** Take part, with an account or as a guest. */
  joinTournament: (id: string, body: Entry): Call<Reply<200, Tournament>> =>
    ({ method: "POST", path: `/api/tournaments/${part(id)}/join`, body }),

  /** Take no part any more; a running game of it is lost. */
  leaveTournament: (id: string): Call<Reply<200, Tournament>> =>
    ({ method: "POST", path: `/api/tournaments/${part(id)}/leave` }),

  /** So many bots of the server take part; for who made it. */
  fillTournament: (id: string, body: Filling): Call<Reply<200, Tournament>> =>
    ({ method: "POST", path: `/api/tournaments/${part(id)}/bots`, body }),

  /** Begin now; for who made it. */
  startTournament: (id: string): Call<Reply<200, Tournament>> =>
    ({ method: "POST", path: `/api/tournaments/${part(id)}/start` }),

  /** It does not take place; for who made it. */
  cancelTournament: (id: string): Call<Reply<200, Tournament>> =>
    ({ method: "POST", path: `/api/tournaments/${part(id)}/cancel` }),

  /** The game as text; of a running game only what the caller knows. */
  record: (code: string): Call<Reply<200, string>> => ({ method: "GET", path: `/api/tables/${part(code)}/record` }),

  /** The game move by move, with the caller's knowledge; with everything once it is over. */
  frames: (
    code: string, 
    asked: { from?: number; to?: number | null; sentences?: boolean } = {},
  ): Call<Reply<200, Replay>> =>
    ({ method: "GET", path: `/api/tables/${part(code)}/replay${query(asked)}` }),

  /** The same for a record sent as text. */
  sentFrames: (
    text: string, 
    asked: { from?: number; to?: number | null; sentences?: boolean } = {},
  ): Call<Reply<200, Replay>> =>
    ({ method: "POST", path: `/api/replay${query(asked)}`, body: text }),

  /** The promise and the words; after the end the seed and every number. */
  fair: (code: string): Call<Reply<200, FairRecord>> => ({ method: "GET", path: `/api/tables/${part(code)}/fair` }),

  /** After the end: scores, luck, points over time, cards. */
  report: (code: string): Call<Reply<200, Report>> => ({ method: "GET", path: `/api/tables/${part(code)}/report` }),

  /** After the end: everybody's chance to win, turn by turn. */
  chances: (code: string): Call<Reply<200, Curve>> => ({ method: "GET", path: `/api/tables/${part(code)}/chances` }),

  /** The same for a record sent as text. */
  sentChances: (text: string): Call<Reply<200, Curve>> => ({ method: "POST", path: "/api/replay/chances", body: text }),

  /** After the end: the review, or (202) how far it is; the first call begins it. */
  reviewTable: (code: string): Call<Reply<200, Review> | Reply<202, ReviewProgress>> =>
    ({ method: "POST", path: `/api/tables/${part(code)}/review` }),

  /** Stop a review that the caller's address has begun; it goes on where others wait for it too. */
  cancelTableReview: (code: string): Call<Reply<204, null>> =>
    ({ method: "DELETE", path: `/api/tables/${part(code)}/review` }),

  /** Review a record sent as text: the review, or (202) its key and how far it is. */
  reviewRecord: (text: string): Call<Reply<200, Review> | Reply<202, ReviewProgress>> =>
    ({ method: "POST", path: "/api/reviews", body: text }),

  /** A review that was asked for: itself, or how far it is. */
  review: (key: string): Call<Reply<200, Review> | Reply<202, ReviewProgress>> =>
    ({ method: "GET", path: `/api/reviews/${part(key)}` }),

  /** Stop a review that the caller's address has begun; it goes on where others wait for it too. */
  cancelReview: (key: string): Call<Reply<204, null>> => ({ method: "DELETE", path: `/api/reviews/${part(key)}` }),

  /** A position with its view, legal actions, chances and text; a bad one is refused with the field that is wrong. */
  look: (body: Looked): Call<Reply<200, Look>> => ({ method: "POST", path: "/api/study/look", body }),

  /** Chances of all seats and the best actions, after so many steps of thinking. */
  judge: (body: Question): Call<Reply<200, Judgement>> => ({ method: "POST", path: "/api/study/judge", body }),

  /** Of a position in its set-up: the free corners, the best first, with reasons. */
  corners: (body: Position): Call<Reply<200, Corners>> => ({ method: "POST", path: "/api/study/corners", body }),

  /** An island with so many settlements placed, and every corner graded: for training. */
  opening: (asked: { seed: string; edition?: string; players?: number; place?: number }): Call<Reply<200, Dealt>> =>
    ({ method: "GET", path: `/api/study/opening${query(asked)}` }),

  /** In the set-up of a game against bots: the free corners, the best first, with reasons. */
  coach: (code: string): Call<Reply<200, Coach>> => ({ method: "GET", path: `/api/tables/${part(code)}/coach` }),

  /** All puzzles: id, theme, rating; and how they were made. */
  puzzles: (): Call<Reply<200, Puzzles>> => ({ method: "GET", path: "/api/puzzles" }),

  /** One puzzle with its answer and why. */
  puzzle: (ident: string): Call<Reply<200, Puzzle>> => ({ method: "GET", path: `/api/puzzles/${part(ident)}` }),

  /** The caller's deck at a glance, and what is to be answered now. Mistakes of reviewed games that are still to be checked are begun. */
  deck: (
    asked: { theme?: "opening" | "road race" | "robber" | "trade" | "end game" | "card play" | "building" | null; level?: number } = {},
  ): Call<Reply<200, Deck>> =>
    ({ method: "GET", path: `/api/drills${query(asked)}` }),

  /** One of them with its answer, what was done in the game, and why: an own mistake, or a shipped puzzle. */
  drill: (drill: string): Call<Reply<200, Drill>> => ({ method: "GET", path: `/api/drills/${part(drill)}` }),

  /** Note an answer; it counts once for each number of times, however often it is sent. */
  answerDrill: (drill: string, body: DrillAnswer): Call<Reply<200, DrillNoted>> =>
    ({ method: "POST", path: `/api/drills/${part(drill)}`, body }),

  /** Out of the deck for good. */
  dropDrill: (drill: string): Call<Reply<204, null>> => ({ method: "DELETE", path: `/api/drills/${part(drill)}` }),

  /** What a game would still wait for. */
  ready: (): Call<Reply<200, Ready>> => ({ method: "GET", path: "/api/ready" }),

  /** Where friends on the local network reach this server. */
  address: (): Call<Reply<200, Reached>> => ({ method: "GET", path: "/api/address" }),
};
