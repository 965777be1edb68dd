"""What REST calls answer, beside the forms that the WebSocket uses too (`base/forms.py`). The page's client is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from sevenhex.game.scores import Score
from sevenhex.protocol.encoding import Bundle, Colour
from sevenhex.protocol.schema import ShownAs
from sevenhex.study.dealing import Figures

from ..base.forms import EncodedView, Frame, HintArguments, TableSummary

Chances = list[float]
Entry = tuple[int, str]  # of a log: the seat (-1 for chance) and the action


class Problem(TypedDict):
    """Every refusal."""

    code: str
    key: Annotated[str, Field(description="Which sentence it is; it never changes its meaning.")]
    facts: Annotated[dict[str, str | int], Field(description="What the sentence says.")]
    sentence: str
    reasons: list[dict[str, Any]]
    retry_after: NotRequired[Annotated[float, Field(description="Seconds; said where waiting helps.")]]


# --- the lobby


class Opened(TypedDict):
    code: str
    seat: int | None
    token: Annotated[str | None, Field(description="Opens the seat for a program; shown only once.")]


class Seated(TypedDict):
    seat: int
    token: str


class Following(TypedDict):
    code: Annotated[str, Field(description="The table at which the same people play again.")]


class Changed(TypedDict):
    seat: Annotated[int, Field(description="The caller's seat afterwards; -1 for none.")]


class OwnRating(TypedDict):
    strength: float
    uncertainty: float
    games: int


class Ratings(TypedDict):
    you: OwnRating
    bots: dict[str, float]


class Past(TypedDict):
    page: int
    games: list[TableSummary]
    more: bool


# --- accounts


class OwnPasskey(TypedDict):
    id: str
    name: str
    created: float
    used: float


class OwnDevice(OwnPasskey):
    here: Annotated[bool, Field(description="It is the one that asks.")]


class OwnAccount(TypedDict):
    """Who the caller is here; a guest has only a name."""

    registered: bool
    name: str
    created: float | None
    has_phrase: bool
    shown: Annotated[bool, Field(description="Others may see the profile.")]
    operator: Annotated[bool, Field(description="May use the operator's desk.")]
    program: Annotated[bool, Field(description="A program's account, for ever.")]
    passkeys_here: Annotated[bool, Field(description="This server keeps passkeys under this address.")]
    passkeys: list[OwnPasskey]
    devices: list[OwnDevice]
    club: Annotated[str | None, Field(description="The club whose login this server knows.")]
    has_club: Annotated[bool, Field(description="Does that login open this account?")]


class ClubLogin(TypedDict):
    url: Annotated[str, Field(description="Where the browser signs in, to be sent back here.")]


# --- the operator's desk


class Complained(TypedDict):
    id: str


class DeskOverview(TypedDict):
    started: float
    tables: Annotated[dict[str, int], Field(description="By status.")]
    accounts: int
    guests: int
    live: Annotated[int, Field(description="Tables in this process's memory.")]
    lines: Annotated[int, Field(description="Connections to them.")]
    open_complaints: int
    bans: int
    kept: Annotated[dict[str, float | None], Field(description="What is kept for how many days; null: until somebody deletes it.")]


class DeskSeat(TypedDict):
    colour: Colour
    kind: str
    name: str
    player: str | None
    guest: bool
    program: bool
    here: bool


class DeskTable(TypedDict):
    code: str
    name: str
    edition: str
    players: int
    status: str
    public: bool
    rated: bool
    created: float
    updated: float
    seats: list[DeskSeat]


class DeskTables(TypedDict):
    page: int
    tables: list[DeskTable]
    more: bool


class ListedComplaint(TypedDict):
    id: str
    code: str
    version: int
    player: str
    name: str
    about: str | None
    about_name: str
    kind: str
    text: str
    time: float
    closed: float | None
    note: str


class Complaints(TypedDict):
    page: int
    complaints: list[ListedComplaint]
    more: bool


class ComplaintLine(TypedDict):
    seat: int | None
    name: str
    text: str
    time: float


class Complaint(ListedComplaint):
    chat: list[ComplaintLine]
    record: Annotated[str, Field(description="The game as the one who complains could know it.")]


class Banned(TypedDict):
    subject: str


class Ban(Banned):
    reason: str
    time: float
    until: float | None
    what: Literal["all", "chat"]


class Bans(TypedDict):
    bans: list[Ban]


class Unusual(TypedDict):
    happened: float
    expected: float
    unusual: Annotated[float, Field(description="In standard deviations.")]


class Pair(TypedDict):
    """How `one` treats `other`."""

    one: str
    other: str
    one_name: str
    other_name: str
    games: int
    giving: float
    exchanges: Unusual
    cards: Unusual
    robbed: Unusual
    tables: list[str]


class Pairs(TypedDict):
    pairs: list[Pair]


# --- programs


class ProgramName(TypedDict):
    name: str
    listening: Annotated[bool, Field(description="Its stream of events stands at this process.")]


class OwnToken(TypedDict):
    id: str
    name: str
    scopes: list[Literal["events", "play"]]
    created: float
    used: float | None


class OwnTokens(TypedDict):
    tokens: list[OwnToken]


class MadeToken(TypedDict):
    id: str
    token: Annotated[str, Field(description="Shown only once.")]


class NewPhrase(TypedDict):
    phrase: Annotated[str, Field(description="Shown only once.")]


class KeyQuestion(TypedDict):
    options: Annotated[dict[str, Any], Field(description="For `navigator.credentials`, as JSON.")]


class Results(TypedDict):
    edition: str
    players: int
    games: int
    won: int
    points: Annotated[float | None, Field(description="On average.")]


class ProfileRating(OwnRating):
    provisional: bool


class RatingMoment(TypedDict):
    time: float
    strength: float
    uncertainty: float


class OpeningsJudged(TypedDict):
    """Sums: settlements of the set-up, their ranks, what they lost."""

    count: int
    rank: float
    lost: float


class TradesJudged(TypedDict):
    """Sums: trades with players, what they were worth to both sides; how often one asked and got it, was asked and accepted."""

    count: int
    own: float
    theirs: float
    made: int
    taken: int
    asked: int
    accepted: int


class MistakesOfKind(TypedDict):
    kind: Annotated[str, Field(description="The action's first word.")]
    count: int
    lost: float


class Reviewed(TypedDict):
    """Over all reviewed games, in hundredths of the chance to win."""

    games: int
    decisions: int
    lost: float
    luck: float
    grades: dict[str, int]
    openings: OpeningsJudged
    trades: TradesJudged
    mistakes: list[MistakesOfKind]


class PlayedGame(TypedDict):
    code: str
    edition: str
    players: int
    rated: bool
    ended: float
    seat: int
    colour: Colour
    points: int | None
    turns: int | None
    won: bool
    left: Annotated[bool, Field(description="Given up, or away at the end of a rated game.")]


class Profile(TypedDict):
    name: str
    games: int
    won: int
    left: int
    results: list[Results]
    rating: ProfileRating
    history: list[RatingMoment]
    reviewed: Reviewed
    latest: list[PlayedGame]


class OwnNotice(TypedDict):
    id: str
    kind: str
    address: str
    created: float


class OwnNotices(TypedDict):
    allowed: Annotated[list[str], Field(description="Origins that the operator allows; none: nothing is sent.")]
    key: Annotated[str | None, Field(description="For `pushManager.subscribe`; none where there is no push.")]
    notices: list[OwnNotice]


class AddedNotice(TypedDict):
    id: str


class Holiday(TypedDict):
    until: Annotated[float | None, Field(description="When the holiday that is now ends.")]
    left: Annotated[int, Field(description="Days that may still be taken.")]
    most: Annotated[int, Field(description="Days in 365.")]


class OwnFeed(TypedDict):
    created: float | None


class NewFeed(TypedDict):
    path: Annotated[str, Field(description="Of this server; shown only now.")]


class TakenAlong(TypedDict):
    everything: dict[str, Any]


# --- operation


class Readiness(TypedDict):
    """What a game would still wait for; `slow` while the rules run as plain Python."""

    ready: bool
    waits_for: Literal["rules"] | None
    slow: bool


class Ready(Readiness):
    bots: Annotated[bool, Field(description="The bots' code is compiled too.")]


class Reached(TypedDict):
    """Where friends find this server: its address on the local network, and whether it listens there at all."""

    network: str | None
    open: bool


class Health(TypedDict):
    status: str
    version: str


# --- records


class Replay(TypedDict):
    total: int
    frames: list[Frame]


class FairNumber(TypedDict):
    n: int
    counter: int
    number: int
    outcome: str
    holds: bool
    choices: Annotated[list[tuple[str, int]], Field(description="The outcomes with their weights, in the order in which the number picks.")]


class Draw(TypedDict):
    """One thing that chance decided when the island was laid out."""

    op: Literal["shuffle", "choice", "sample"]
    n: int
    result: list[int]


class IslandSeed(TypedDict):
    counters: list[int]
    seed: str


class FairRecord(TypedDict):
    """The promise about the dice; with the seed and every number once the game is over."""

    commit: str
    words: dict[str, str]
    seals: dict[str, str]
    edition: str
    players: int
    options: dict[str, Any]
    seed: str | None
    numbers: list[FairNumber] | None
    mixed: NotRequired[str]
    island: NotRequired[IslandSeed]
    opening: NotRequired[dict[str, Any]]
    log: NotRequired[list[Entry]]
    draws: NotRequired[list[Draw]]


class Luck(TypedDict):
    seat: int
    expected: float
    actual: int
    percentile: float
    rolls: int
    sevens: int
    sevens_expected: float
    sevens_percentile: float


class TurnPoints(TypedDict):
    turn: int
    points: list[int]


class DiceSum(TypedDict):
    sum: int
    count: int
    expected: float


class Chance(TypedDict):
    """Everybody's chance to win after so many log entries."""

    n: int
    turn: int
    chances: Chances


class Report(TypedDict):
    winner: int | None
    turns: int
    scores: list[Score]
    luck: list[Luck]
    points: list[TurnPoints]
    cards: list[dict[str, int]]
    dice: list[DiceSum]
    chances: NotRequired[list[Chance]]


class Curve(TypedDict):
    chances: list[Chance]


# --- study


class Why(TypedDict):
    """A reason: a code with its facts, and the server's own sentence."""

    code: str
    arguments: HintArguments
    sentence: str


class CornerReason(TypedDict):
    code: str
    sentence: str
    pips: NotRequired[int]
    good: NotRequired[bool]
    few: NotRequired[bool]
    resources: NotRequired[list[str]]
    resource: NotRequired[str | None]
    rate: NotRequired[int]
    fits: NotRequired[bool]


class CoachCorner(TypedDict):
    """A free corner of the set-up, and what speaks for and against it."""

    corner: int
    name: str
    chance: float
    score: float
    pips: int
    resources: list[str]
    numbers: list[int]
    harbor: str | None
    why: list[CornerReason]


class RankedCorner(CoachCorner):
    lost: float


class Coach(TypedDict):
    version: int
    corners: list[RankedCorner]


class Corners(TypedDict):
    seat: int
    corners: list[RankedCorner]


class Look(TypedDict):
    """A position with all that may be done."""

    position: str
    view: EncodedView
    to_act: list[int]
    legal: dict[str, list[str]]
    chances: list[tuple[str, int]]
    winner: int | None
    entries: int
    log: NotRequired[list[Entry]]


class Dealt(Look):
    """An island to train openings on."""

    seat: int
    place: int
    corners: list[RankedCorner]


class Judged(TypedDict):
    action: str
    worth: float
    lost: float
    error: float
    why: Why


class JudgedOffer(TypedDict):
    action: str
    own: float
    partner: int
    theirs: float


class Judgement(TypedDict):
    seat: int | None
    chances: Chances
    best: list[Judged]
    offers: list[JudgedOffer]
    depth: int
    depths: int
    positions: int
    judge: Literal["network", "evaluation"]
    settled: bool


class PuzzleInfo(TypedDict):
    id: str
    goal: str
    theme: str
    rating: int


class Puzzles(TypedDict):
    made: dict[str, Any]
    puzzles: list[PuzzleInfo]


class Puzzle(TypedDict):
    id: str
    position: str
    seat: int
    answer: str
    theme: str
    margin: float
    error: float
    rating: int
    choices: list[tuple[str, float]]
    of: Annotated[str, Field(description="The game it comes from.")]
    goal: str
    line: Annotated[list[str], Field(description="What follows the answer.")]
    solvers: Annotated[dict[str, float], Field(description="Who finds it, and how surely.")]
    why: Why


# --- decks


class DrillTheme(TypedDict):
    theme: str
    own: bool
    ready: int
    due: int
    fresh: Annotated[int, Field(description="Of those that are due: never answered.")]


class DrillDay(TypedDict):
    seconds: float
    answered: int
    found: int


class DrillNamed(TypedDict):
    id: str
    own: Annotated[bool, Field(description="An own mistake, not a shipped puzzle.")]


class Deck(TypedDict):
    ready: int
    due: int
    waiting: Annotated[int, Field(description="Own mistakes that are still to be checked for one clear answer.")]
    next_due: float | None
    themes: list[DrillTheme]
    today: DrillDay
    days: Annotated[int, Field(description="In a row with practice.")]
    session: Annotated[list[DrillNamed], Field(description="What to answer now: first what is due, then what is new.")]


class Drill(Puzzle):
    did: Annotated[str | None, Field(description="What was done in the game.")]
    own: bool
    times: Annotated[int, Field(description="It was answered.")]
    due: float | None


class DrillNoted(TypedDict):
    found: bool
    noted: Annotated[bool, Field(description="No: this answer was noted before.")]
    times: int
    due: float


# --- reviews


class Alternative(TypedDict):
    action: str
    worth: float | None


class Graded(TypedDict):
    """A decision."""

    n: int
    turn: int
    seat: int
    action: str
    grade: str
    lost: float
    error: float
    share: Annotated[float, Field(description="The loss in per cent of what could still be won or lost.")]
    first: Annotated[float, Field(description="The same by the first look, by which the accuracy is counted.")]
    stake: Annotated[float, Field(description="What a choice at random would lose by the first look.")]
    best: list[Alternative]
    why: NotRequired[Why]


class TurningPoint(TypedDict):
    kind: Literal["decision", "chance"]
    n: int
    turn: int
    seat: int
    action: str
    lost: NotRequired[float]
    better: NotRequired[str]
    why: NotRequired[Why]
    change: NotRequired[float]
    before: Chances | None
    after: Chances | None


class Moment(TypedDict):
    """A decision to look at again."""

    n: int
    kind: Literal["missed", "found"]


class ReviewedOpening(TypedDict):
    n: int
    seat: int
    corner: str
    pips: int
    rank: int
    of: int
    best: str
    best_pips: int | None
    lost: float
    chance: Annotated[float | None, Field(description="To win after the best corner, in hundredths.")]
    stake: Annotated[float | None, Field(description="What a corner at random would lose.")]


class ReviewedTrade(TypedDict):
    n: int
    turn: int
    seat: int
    other: int
    give: Bundle
    get: Bundle
    own: float
    theirs: float


class ReviewedOffer(TypedDict):
    """An offer that was made, or the end of a turn in which a better one could have been; in hundredths, as seldom as offers are closed."""

    n: int
    turn: int
    seat: int
    action: str
    better: str
    gain: float
    own: float
    first: Annotated[float, Field(description="The loss in per cent of what could still be won or lost.")]
    stake: float


class ReviewedPlayer(TypedDict):
    seat: int
    colour: Colour
    decisions: int
    grades: dict[str, int]
    accuracy: Annotated[float | None, Field(description="100: as the judge decides; 0: as a choice at random.")]
    moments: list[Moment]
    lost: float
    average: float
    luck: float
    parts: dict[str, float] | None
    dearest: list[int]
    openings: list[int]
    trades: list[int]
    offers: NotRequired[OfferCounts]


class OfferCounts(TypedDict):
    """How often a player asked others for a trade, and got it; how often others asked, and the player accepted."""

    made: int
    taken: int
    asked: int
    accepted: int


class Review(TypedDict):
    format: str
    version: int
    level: str
    complete: Annotated[bool, Field(description="Every decision was graded; else the time ran out.")]
    judge: Literal["network", "evaluation"]
    colours: list[Colour]
    winner: int | None
    entries: int
    curve: list[Chance]
    decisions: list[Graded]
    turning_points: list[TurningPoint]
    openings: list[ReviewedOpening]
    trades: list[ReviewedTrade]
    offers: list[ReviewedOffer]
    players: list[ReviewedPlayer]


class ReviewProgress(TypedDict):
    """A review that is under way: its key, how far it is (from 0 to 1), what is done now, and its place among those that take turns."""

    key: str
    done: float
    stage: Literal["reading", "chances", "decisions", "assembling"]
    turn: Annotated[int | None, Field(description="The turn whose decisions are graded.")]
    place: int
    of: int


# --- islands for a real table


class DealtIsland(TypedDict):
    """An island for a real table."""

    seed: str
    setup: str
    edition: str
    players: int
    island: str
    rows: list[int]
    hexes: Annotated[list[Any], ShownAs('View["hexes"]')]
    harbors: Annotated[list[Any], ShownAs('View["harbors"]')]
    options: dict[str, Any]
    words: dict[str, str]
    position: str
    robber: str
    buildings: Annotated[list[Any], ShownAs('View["buildings"]')]
    roads: Annotated[list[Any], ShownAs('View["roads"]')]
    colours: list[str]
    figures: Figures


# --- lessons


class LessonWrong(TypedDict):
    """A move that is not wanted, and what is said of it; `reason` where the rules refuse it."""

    action: str
    text: str
    reason: NotRequired[Annotated[Any, ShownAs("Reason")]]


class LessonMove(TypedDict):
    """A wanted move, and the messages of a table about it and what follows."""

    action: str
    updates: Annotated[list[Any], ShownAs("PatchUpdate[]")]


class LessonStep(TypedDict):
    text: str
    otherwise: Annotated[str, Field(description="What is said of other moves; empty: the same as everywhere.")]
    point: Annotated[list[str], Field(description="Places of the island, or what the page calls `:name`.")]
    wrong: list[LessonWrong]
    moves: list[LessonMove]


class Lesson(TypedDict):
    """A position with the learner in its first seat, and the steps that lead on from it."""

    id: str
    title: str
    done: str
    position: str
    view: Annotated[Any, ShownAs("View")]
    legal: list[str]
    can: Annotated[Any, ShownAs("Can")]
    steps: list[LessonStep]


class Lessons(TypedDict):
    format: int
    edition: str
    language: str
    name: str
    lessons: list[Lesson]


# --- clubs


class TournamentSummary(TypedDict):
    """A tournament as a list shows it."""

    id: str
    name: str
    status: Literal["open", "running", "over", "cancelled"]
    edition: str
    size: int
    rounds: int
    round: Annotated[int, Field(description="The present one, from 1; 0 before the start.")]
    people: int
    bots: int
    most: int
    rated: bool
    turn_seconds: float | None
    starts: Annotated[float | None, Field(description="When it, or its next round, begins.")]
    ended: float | None
    joined: bool


class TournamentEntrant(TypedDict):
    """Somebody who takes part, with place and score. An empty name: somebody whose account is deleted."""

    entrant: int
    name: str
    bot: str | None
    level: str | None
    guest: bool
    gone: bool
    place: int
    wins: int
    points: int
    share: Annotated[float, Field(description="The sum of the parts of each table's points.")]
    games: int
    you: bool


class TournamentTable(TypedDict):
    """A table of a round: entrants by seat (-1: a bot that fills it), and how it ended."""

    code: str
    entrants: list[int]
    over: bool
    points: list[int]
    winner: int | None
    left: Annotated[list[int], Field(description="Seats whose players left or were away at the end.")]


class Tournament(TournamentSummary):
    options: dict[str, Any]
    public: bool
    wait: float
    pause: float
    fill: bool
    yours: Annotated[bool, Field(description="Made by the caller.")]
    table: Annotated[str | None, Field(description="Where the caller plays now.")]
    standing: list[TournamentEntrant]
    tables: Annotated[list[list[TournamentTable]], Field(description="By round.")]


class MadeTournament(TypedDict):
    id: str


class ClubTexts(TypedDict):
    """What the operator has written: plain text."""

    name: str
    rules: str
    pinned: str
    strangers: Annotated[bool, Field(description="People who came in together are kept apart at rated tables.")]


class SeekWish(TypedDict):
    editions: list[str]
    players: int
    turn_seconds: float | None
    rated: bool
    language: str


class OwnSeek(SeekWish):
    id: str
    low: float | None
    high: float | None
    table: Annotated[str | None, Field(description="What came of it.")]


class SoughtGame(SeekWish):
    count: Annotated[int, Field(description="How many seek it.")]


class Sought(TypedDict):
    """The caller's own wishes, and what is sought in all."""

    own: list[OwnSeek]
    all: list[SoughtGame]


class Acquaintance(TypedDict):
    id: str
    name: str
    kind: Literal["friend", "asked", "avoided", "blocked"]
    created: float


class FriendAsking(TypedDict):
    id: str
    name: str
    created: float


class TableInvitation(TypedDict):
    id: str
    table: str
    name: Annotated[str, Field(description="Who invites.")]
    created: float


class Met(TypedDict):
    table: str
    seat: int
    name: str
    ended: float


class OwnPeople(TypedDict):
    """The caller's own lists; nobody else sees them."""

    registered: bool
    people: list[Acquaintance]
    asking: list[FriendAsking]
    invitations: list[TableInvitation]
    met: list[Met]
