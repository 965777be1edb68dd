/** Every sentence of the page in English. Another language is one more file with the same keys. */

import { reasons } from "./reasons";
import { refusals, type RefusalKey } from "./refusals";

type Say = EventFacts;
/** The one who does it: "You build" or "Ann builds". */
const does = (say: Say, second: string, third: string) => `${say.name(say.seat, "You")} ${say.you ? second : third}`;
const deal = (say: Say) => `${say.cards(say.data.give)} for ${say.cards(say.data.get)}`;
const oneCard = (say: Say) =>
  say.data.resource ? say.cards({ [say.data.resource as string]: 1 }) : `1 ${say.term("card")}`;
const a = (word: string) => `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word}`;

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What speaks for and against a corner. */
export interface CoachWords {
  numbers: (pips: number, how: string) => string;
  good: string;
  few: string;
  variety: string;
  twice: string;
  sameNumber: string;
  adds: (what: string) => string;
  harbor: (rate: number, word: string, what: string, fits: string) => string;
  fits: string;
  blocks: (pips: number) => string;
}

/** What a hint's reason may name. */
export interface HintFacts {
  rolls: number;
  who: string;
  build: string; // what the plan is to build
  lacking: string; // the cards that are missing for it
  word: string; // a resource
  number: number; // of a hex
}

export const en = {
  brand: "Sevenhex",
  study: { link: "Study", review: "Review", analyse: "Analyse" },
  slow: {
    days: (n: number) => `${n} d`,
    hours: (n: number) => `${n} h`,
    advance: "Answers in advance",
    refuse: "Refuse offers that ask me for:",
    discard: "When a seven takes half of my cards, discard in this order:",
    holiday: (until: string) => `on holiday until ${until}`,
    pause: "Pause", goOn: "Play on", wishPause: "Ask for a pause", takeWishBack: "No pause after all",
    paused: "The game has a pause.", wishes: (names: string) => `${names} would like a pause.`, agree: "Agree",
    pauseHelp: "When everybody who plays agrees, the game stands still until one of you goes on.",
  },
  clubs: {
    find: "Find players", tournaments: "Tournaments", people: "Friends", inviteName: "Invite by name", invite: "Invite",
    sent: (name: string) => `If ${name} plays here, the invitation is there now.`,
    link: "Meet others", club: "This server", invited: (n: number) => `Invitations: ${n}`,
    appointed: "The game begins by itself when everybody is here. Seats were drawn.", tournament: "To the tournament",
  },
  account: { link: "My account", guest: "guest", program: "program" },
  acts: {
    draw: (what: string) => `draws ${what}`, steal: (what: string) => `steals ${what}`,
    dice: (a: string, b: string) => `Dice ${a} + ${b}`, chance: "Chance",
    rob: (place: string, who: string) => `Robber to ${place}, rob ${who}`, to: (who: string) => `to ${who}`,
  },
  rulebook: {
    shut: "Back to the picture", play: "Play it",
    link: "Rulebook", whole: "The whole rulebook", clause: (id: string) => `${id}: read this rule`,
    here: "In this position:",
    search: "Search the rules", found: (n: number) => `Found: ${n}`, editions: "Editions",
    try: "Try it: press a place on the island or a button.", show: "Show me", reset: "Reset",
    tries: "What may be tried here", absent: (id: string) => `This edition has no rule ${id}.`,
    failed: "The rulebook could not be loaded.", news: "What is new?", kit: "At your own table",
    retry: "Try again",
  },
  list: (items: string[]) =>
    items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`,
  either: (items: string[]) =>
    items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items[items.length - 1]}`,
  terms: {} as Record<string, string>, // the editions' own words are English already
  changes: {} as Record<string, string>,
  reasons: reasons as Record<string, string>,
  refusals: refusals as Record<RefusalKey, string>,
  events: {
    undone: (s) => `${does(s, "take", "takes")} it back.`,
    order_rolled: (s) => `${does(s, "roll", "rolls")} ${s.data.sum} for the start.`,
    tied: (s) => `${(s.data.seats as number[]).map((seat) => s.name(seat)).join(", ")} are tied and roll again.`,
    started: (s) => `${does(s, "start", "starts")}.`,
    placed: (s) =>
      `${s.term("place") === "draw" ? does(s, "draw", "draws") : does(s, "place", "places")} ` +
      `${a(s.term(s.data.piece as string))}.`,
    built: (s) =>
      `${s.term("build") === "draw" ? does(s, "draw", "draws") : does(s, "build", "builds")} ` +
      `${a(s.term(s.data.piece as string))}${s.data.free ? " for free" : ""}.`,
    rolled: (s) => `${does(s, "roll", "rolls")} ${s.data.sum}.`,
    produced: (s) => `${does(s, "receive", "receives")} ${s.gain()}.`,
    blocked: (s) => `The ${s.term("robber")} keeps ${s.gain()} from ${s.name(s.seat, "you")}.`,
    short: (s) =>
      `The ${s.term("supply")} is short of ${s.term(s.data.resource as string)}: ` +
      (s.data.paid
        ? `only ${s.data.paid} of ${s.data.owed} can be paid.`
        : `nobody receives any (${s.data.owed} owed).`),
    barren: () => "Nobody receives anything.",
    seven: (s) => {
      const due = Object.entries(s.data.discards as Record<string, number>);
      return due.length
        ? `Seven! ${due.map(([seat, count]) => `${s.name(Number(seat), "You")} must discard ${count}`).join(", ")}.`
        : "Seven! Nobody has to discard.";
    },
    discarded: (s) => `${does(s, "discard", "discards")} ${oneCard(s)}.`,
    returned: (s) => `${does(s, "gave", "gave")} back ${s.cards(s.data.cards)}.`,
    stopped: (s) => `${does(s, "leave", "leaves")} ${plural(Number(s.data.left), "free road", "free roads")} unbuilt.`,
    robber: (s) => `${does(s, "move", "moves")} the ${s.term("robber")}.`,
    robbed: (s) =>
      s.data.count
        ? `${does(s, "steal", "steals")} ${oneCard(s)} from ${s.name(s.data.victim, "you")}.`
        : `${s.name(s.data.victim, "You")} ` +
          `${s.name(s.data.victim, "have") === s.name(s.data.victim) ? "has" : "have"} nothing to steal.`,
    bought: (s) => `${does(s, "buy", "buys")} a development ${s.term("card")}.`,
    drew: (s) =>
      `${does(s, "draw", "draws")} ` +
      `${s.data.card ? s.term(s.data.card as string) : `a development ${s.term("card")}`} (${s.data.deck} left).`,
    played: (s) => {
      const name = s.term(s.data.card as string);
      if (s.data.card === "year_of_plenty") return `${does(s, "play", "plays")} ${name}: ${s.cards(s.data.get)}.`;
      if (s.data.card === "monopoly") {
        return (
          `${does(s, "play", "plays")} ${name} and ${s.you ? "take" : "takes"} ` +
          `${s.cards({ [s.data.resource as string]: Number(s.data.count ?? 0) })}.`
        );
      }
      return `${does(s, "play", "plays")} ${name}.`;
    },
    traded: (s) =>
      `${does(s, "give", "gives")} ${s.data.with === null ? `the ${s.term("supply")}` : s.name(s.data.with, "you")} ` +
      `${deal(s)}.`,
    offered: (s) => {
      const to = s.data.to as number[];
      const whom = to.length < s.all - 1 ? ` ${to.map((seat) => s.name(seat, "you")).join(", ")}` : "";
      return `${does(s, "offer", "offers")}${whom} ${deal(s)}.`;
    },
    countered: (s) => `${does(s, "counter", "counters")}: ${deal(s)}.`,
    proposed: (s) => `${does(s, "propose", "proposes")} ${deal(s)}.`,
    accepted: (s) => `${does(s, "accept", "accepts")}.`,
    refused: (s) => `${does(s, "refuse", "refuses")}.`,
    declined: (s) => `${does(s, "decline", "declines")} what ${s.name(s.data.from, "you")} proposed.`,
    withdrew: (s) => `${does(s, "withdraw", "withdraws")} the ${s.data.what}.`,
    award: (s) =>
      s.data.to === null
        ? `${s.term(s.data.award as string)} belongs to nobody now.`
        : `${does(s, "take", "takes")} ${s.term(s.data.award as string)} ` +
          `(${s.data.size})${s.data.from === null ? "" : ` from ${s.name(s.data.from, "you")}`}.`,
    ended: (s) => `${does(s, "are", "is")} done.`,
    turn: (s) => `Turn ${s.data.turn}: ${s.name(s.seat, "you")}`,
    part: (s) =>
      s.data.part === "paired"
        ? `${does(s, "play", "plays")} as player 2.`
        : s.data.part === "special" ? `${s.name(s.seat, "You")} may build.` : `${does(s, "go", "goes")} on.`,
    won: (s) => `${does(s, "win", "wins")} with ${(s.data.points as number[])[s.seat!]} points!`,
  } as Record<string, (say: EventFacts) => string>,
  capital: (text: string) => text.charAt(0).toUpperCase() + text.slice(1),
  colours: {
    red: "Red", blue: "Blue", orange: "Orange", white: "White", green: "Green", brown: "Brown", black: "Black",
  } as Record<string, string>,
  symbols: {
    red: "disc", blue: "triangle", orange: "diamond", white: "square", green: "cross", brown: "hexagon", black: "star",
  } as Record<string, string>,
  common: {
    close: "Close", cancel: "Cancel", confirm: "Confirm", back: "Back", yes: "Yes", no: "No", loading: "Loading …",
    preparing: "Preparing the rules, once after installing: about a minute …", you: "you", bot: "bot", none: "none",
    copy: "Copy", copied: "Copied", more: "More", less: "Less", ok: "OK", of: "of", and: "and",
    offline: "The server cannot be reached. Is it still running?",
    reconnecting: "Connection lost. Reconnecting …",
    connecting: "Connecting …",
    error: "Something went wrong: ",
    skip: "Skip to the game",
    notes: "Announcements",
  },
  settings: {
    title: "Settings", language: "Language", theme: "Look", auto: "As the system", light: "Light", dark: "Dark",
    sound: "Sound", mute: "Mute", unmute: "Sound on",
    toDark: "Switch to dark", toLight: "Switch to light", menu: "Menu", volume: "Volume", pace: "Pace of the others",
    paces: { calm: "Calm", normal: "Normal", quick: "Quick" } as Record<string, string>,
    paceHelp: "How long each move of the others stays on the screen.",
  },
  lobby: {
    title: "Settle the island.",
    tagline: "Five editions, friends and bots, dice that anyone can check. No account.",
    yourName: "Your name", namePlaceholder: "Guest",
    quick: "Quick game", edition: "Edition", players: "Players", strength: "Opponents", play: "Play now",
    create: "New table", name: "Table's name",
    preset: "Rules", more: "More options", fewer: "Fewer options", standard: "The edition as its book plays it.",
    changes: "Different from the book:",
    seats: "Seats", seatBot: (bot: string, level: string) => (level ? `Bot: ${bot} (${level})` : `Bot: ${bot}`),
    public: "Public: listed in the lobby", private: "Private: only with the code",
    reserve: "Reserve of each player", noReserve: "No reserve",
    increment: "Gained by each turn", noIncrement: "Nothing",
    leavingRated:
      "Who leaves, or lets a bot play on to the end, has lost a rated game; the others' result counts as played. " +
      "A lost connection is no leaving: the clock stands still, and the table votes.",
    clock: "Time for a turn", noClock: "No clock",
    seconds: (n: number) =>
      n >= 86400 ? `${n / 86400} ${n === 86400 ? "day" : "days"}` :
      n % 60 ? `${n} seconds` : n === 60 ? "1 minute" : `${n / 60} minutes`,
    map: "Map", anyMap: "Any map",
    join: "Join by code", code: "Code or link", joinButton: "Go to the table",
    mine: "Your games", resume: "Continue",
    open: "Public tables", openNone: "No public table is open right now.", watch: "Watch", sit: "Sit down",
    full: "full",
    past: "Past games", pastNone: "Finished games appear here with their replay.", replay: "Replay", nextPage: "Older",
    previousPage: "Newer",
    file: "Open a record",
    status: {
      waiting: "waiting", playing: "playing", over: "finished", aborted: "broken off",
    } as Record<string, string>,
    wonBy: (name: string) => `won by ${name}`,
    independent:
      "An independent free-software project, not affiliated with or endorsed by the game's publisher. All artwork is " +
      "our own.",
    custom: "custom value", badRecord: "That file cannot be replayed: ",
    on: "on", off: "off",
    presets: {
      book: "By the book", first: "First game", short: "Short game", gentle: "Gentle", even: "Even dice",
      own: "Own mix",
    } as Record<string, string>,
    presetHelp: {
      book: "As the edition's rulebook plays it.", first: "The fixed island and start of the book's first game.",
      short: "To 8 points instead of 10.", gentle: "A friendly robber, and no 7 in the first two rounds.",
      even: "Rolls come from a shuffled deck of all 36.", own: "Your own choice below.",
    } as Record<string, string>,
    instead: (value: string, standard: string) => `${value} (the book: ${standard})`,
    optionNames: {} as Record<string, string>, // the server names them in English
    optionValues: {} as Record<string, string>,
    turns: {
      paired:
        "Two players share each turn: when one has finished, a second one builds and trades with the supply, without " +
        "rolling.",
      "special building": "After each turn everybody else may build, without trading.",
    } as Record<string, string>,
    counts: "What counts", rated: "Rated: by the book, no hints", ratedShort: "Rated",
    notByTheBook: "A rated table plays by the book.",
    rating: "Your rating",
    ratingOf: (strength: string, uncertainty: string, games: number) =>
      `${strength} ± ${uncertainty} after ${games === 1 ? "1 rated game" : `${games} rated games`}. An ` +
      `unknown player ` +
      `begins at 25; bots stand where the arena put them.`,
    you: "You",
    word: "A word for the dice",
    levels: {} as Record<string, string>,
  },
  room: {
    invites: (name: string) => `${name} invites you`,
    title: (code: string) => `Table ${code}`, owner: (name: string) => `${name}'s table`,
    players: (n: number) => `${n} players`, invite: "Invite friends with this link or the code",
    waiting: "Waiting for the seats to fill.", start: "Start the game",
    leave: "Leave", sit: "Sit down here", fill: "Fill with bots", colour: "Your colour",
    takeColour: (colour: string) => `Play ${colour}`,
    onlyCreator: "Whoever opened the table starts it.", open: "open", gone: "This table does not exist (any more).",
    toLobby: "To the lobby", watch: "You are watching. Take an open seat to play.",
  },
  strengths: {
    "gentle/normal": [
      "Easy",
      "Sees points and numbers, trades generously, and never robs whom the robber troubles. For a first game.",
    ],
    "steady/normal": ["Medium", "One step ahead; makes, answers and counters offers. A family evening."],
    "planner/normal": ["Hard", "Plans its whole turn and counts your cards."],
    "scholar/normal": ["Expert", "Guesses what you hide and looks for the trade that helps it most."],
    "master/normal": ["Master", "The strongest we have. It forgives nothing."],
  } as Record<string, [string, string]>,
  editions: {
    sixth: [
      "Today's game, with wood, wheat and ports.",
      [
        "Trade and build in any order.", "The pieces of the coast are shuffled.",
        "Five and six play on a larger island, and two players share each turn.",
      ],
    ],
    fourth: [
      "The classic as the older books told it.",
      [
        "First trade, then build: after your first build there is no more trade in that turn.",
        "If the bank runs short of a resource, nobody gets any of it.",
        "A broken Longest Road with a tie goes to nobody.", "For three or four.",
      ],
    ],
    summary: [
      "The rules in short, for three to six.",
      [
        "First trade, then build, as in the classic.",
        "If the supply runs short and only one player is owed, that one takes the rest.",
        "Five and six play on the larger island.",
      ],
    ],
    extension: [
      "The large island for five and six.",
      [
        "Two players share each turn: the second may build and trade with the supply, but does not roll.",
        "30 hexes, 11 harbors, more development cards.",
      ],
    ],
    zip: [
      "Quick: you draw on a printed map.",
      [
        "You draw roads instead of placing them: there is no limit to them.",
        "50 printed maps, each with its own number.", "Tiles in a tray instead of cards in a hand.",
      ],
    ],
  } as Record<string, [string, string[]]>,
  friends: {
    complain: "Report", complainHelp: (name: string) =>
      `Report ${name} to the operator of this server, with the chat and the game as you know it.`,
    complaintText: "What happened?", complaintSend: "Send", complained: "The operator has it now.",
    complaints: {
      abuse: "Insults", cheating: "Cheating", stalling: "Stalling", name: "The name", other: "Something else",
    },
    menu: "Table", resign: "Resign", lock: "Lock the table", lockHelp: "Nobody else sits down or watches.",
    mute: "Mute", removeSeat: "Remove", ban: "Ban", removeSeatAsk: (name: string) => `Remove ${name} from this table?`,
    banAsk: (name: string) => `Ban ${name}? Nobody from that address comes back to this table.`,
    play: "Play with friends", newHere: "New here?", newHereHelp: "Learn it in five turns",
    different: "What is different", opponents: "Opponents",
    name: "You play as", share: "Share …", shareTitle: "A game of Sevenhex", scan: "Scan to join",
    link: "The link for your friends", code: "Code",
    onlyHere: "This link works on this computer only.",
    openUp: "To let friends on your network in, stop the server and start it with:",
    noNetwork: "This computer is on no network: friends cannot reach it.",
    works: "Works for everybody on your network.",
    rules: "Rules", here: "here", notHere: "on the way", chat: "Talk while you wait", seat: "Seat",
    openSeat: "Open for a friend",
    missing: (n: number) => (n === 1 ? "1 seat is still open" : `${n} seats are still open`),
    fillAndStart: "Fill with bots and start",
    rematch: "Rematch", rematchAsked: "A rematch is open", rematchJoin: "Come along", stay: "Stay here",
    remove: "Delete", removeAsk: "Delete this game for good?", leaveGame: "Leave the table",
    substitute: "Let a bot play until I am back", takeBack: "Take my seat back",
    substituteRated: "At the end of a rated game the seat must be yours again, or you have lost.",
    resignAsk: "Leave this game? A bot plays on for you.",
    notify: "Tell me when it is my turn", notifyHelp: "A notification, when you look elsewhere.",
    notifyDenied: "Your browser does not allow notifications for this page.",
    yourTurn: "Your turn", turnOf: (name: string) => `${name} is in turn`, round: (n: number) => `round ${n}`,
    points: (points: string) => `${points} points`, others: "Other ways to play", custom: "Own rules",
    customHelp: "A room just for you: every edition and option, bots in the seats.",
  },
  phrases: {
    label: "Quick phrases", emotes: ["👋", "😀", "😮", "😢", "😡", "🎉", "👍", "🤔"],
    lines: [
      "Hello!", "Good luck!", "Nice move!", "Well played!", "Ouch!", "Not the robber …", "Anyone for a trade?",
      "Thanks!", "One moment, please.", "Good game!",
    ],
  },
  app: {
    install: "Install as an app", away: "The server is away",
    awayHelp:
      "The page is here, but the server cannot be reached. Games wait where they are; you can read how to play " +
      "meanwhile.",
    retry: "Try again",
    preparing: "Getting ready for the first game",
    preparingHelp:
      "The rules are being translated for this machine, once after installing: about a minute. Meanwhile you can " +
      "read how to play.",
    slow: "The first minutes after installing run at a slower pace; then the quick rules take over by themselves.",
  },
  learn: {
    title: "How to play", read: "Three minutes to read", costs: "Costs and points", costsShort: "Costs",
    wordsTitle: "Words",
    goal: [
      "The goal",
      "You settle an island with two to five others. Whoever first has *10 points* in their own turn wins. A " +
        "settlement is worth 1 point, a city 2.",
    ],
    island: [
      "The island",
      "19 hexes give five resources. The number on a hex says when: roll it, and *everybody* with a settlement on " +
        "one of its corners gets a card. More dots under a number mean that it comes more often: 6 and 8 most, 2 and " +
        "12 least. The desert gives nothing.",
    ],
    start: [
      "The beginning",
      "Everybody places two settlements on corners, each with a road. The second one pays its three hexes at once. " +
        "Good corners have *many dots* and *different resources*.",
    ],
    distance: [
      "The one rule to remember",
      "Between two settlements there are always *at least two roads' lengths*: neighbouring corners stay empty, " +
        "whoever owns them.",
    ],
    turn: ["Your turn", "Three things, in this order:"],
    turnSteps: [
      "*Roll* both dice. Hexes with that number pay everybody.",
      "*Trade* with the others, or with the supply: four equal cards for any one.",
      "*Build* whatever you can pay for. Then end your turn.",
    ],
    costsText: ["What things cost", "You pay with cards from your hand."],
    seven: [
      "Seven!",
      "Nobody gets anything. Whoever holds *more than 7* cards gives half of them back. Then you move the " +
        "*robber*: its hex pays nothing while it stays, and you take one card from somebody who lives there.",
    ],
    trade: [
      "Trading",
      "In your turn, offer anybody anything: “my wool for your brick”. With the supply it is *4:1*; a settlement " +
        "at a harbor makes it *3:1*, or *2:1* for one resource.",
    ],
    cards: ["Development cards", "Bought blind, kept hidden, played one per turn and not in the turn you buy it:"],
    cardLines: {
      knight: "moves the robber and takes a card", victory_point: "is a point, kept secret",
      road_building: "gives two roads", year_of_plenty: "takes any two cards from the supply",
      monopoly: "takes all cards of one kind from everybody",
    } as Record<string, string>,
    awards: [
      "Two awards",
      "*Longest road*: five roads in a line or more, and more than anybody else: 2 points. *Largest army*: three " +
        "knights played or more, and more than anybody else: 2 points. Both move on to whoever overtakes.",
    ],
    win: ["Winning", "Ten points in your own turn: the game is over at once. Now go and settle!"],
    points: ["Settlement", "City", "Longest road", "Largest army", "Victory point card"],
    editionNames: {
      sixth: "6th edition, 2025", fourth: "4th edition, 2007", summary: "5th edition, 2023",
      extension: "5–6 players, 2022", zip: "Zip! edition, 2026",
    } as Record<string, string>,
    cardNames: {
      knight: "Knight", victory_point: "Victory point", road_building: "Road building",
      year_of_plenty: "Year of plenty", monopoly: "Monopoly",
    } as Record<string, string>,
    editionsTitle: "The editions, and what is different",
    editionsText: "All five are the same game at heart. The small differences:",
    glossary: {
      hex: "One of the six-sided fields of the island.",
      corner: "Where three hexes meet. Settlements and cities stand there.",
      supply: "The stock of cards that nobody holds; some books call it the bank.",
      robber: "The dark figure. Its hex pays nothing while it stays there.",
      harbor: "Two corners on the coast where trade with the supply is cheaper; some books say port.",
      settlement: "A house on a corner: 1 point, and one card whenever a hex beside it pays.",
      city: "A settlement made larger: 2 points, and two cards each time.",
      road: "Connects your settlements; you may only build where your own roads lead.",
      hand: "Your resource cards. Others see how many, not which.", points: "Ten of them win.",
    } as Record<string, string>,
    glossaryNames: {
      hex: "hex", corner: "corner", supply: "supply", robber: "robber", harbor: "harbor", settlement: "settlement",
      city: "city", road: "road", hand: "hand", points: "points",
    } as Record<string, string>,
    figures: {
      island: "Three hexes around a corner with a settlement", distance: "Two settlements, two roads apart",
      robber: "The robber on a hex", coast: "A harbor with its two corners",
    },
  },
  guide: {
    title: "Your first game", lessons: "Eight short lessons",
    leave: "Leave the lesson", next: "Got it", wait: "The others play …",
    step: (n: number, of: number) => `${n} of ${of}`,
    gives: "Your {hex} gives {cards}.", todo: "Still to do: {goals}",
    goals: { trade: "a trade", road: "a {road}", settlement: "a {settlement}" } as Record<string, string>,
    steps: {
      place: [
        "Your first {settlement}",
        "Choose a corner: many dots, three different kinds of hex. That is what will pay you.",
      ],
      placeRoad: ["And its {road}", "A {road} leads away from it. Point it to where another good corner waits."],
      placeSecond: [
        "Your second {settlement}",
        "Take what the first does not have. Its three hexes pay you one card each at once.",
      ],
      numbers: [
        "Numbers make cards",
        "When the dice show a hex's number, every {settlement} at it gets a card. More dots: it comes more often.",
      ],
      roll: ["Roll!", "It is your turn. Press Roll and see which hexes pay."],
      paid: ["{number}!", "{gains} Your cards lie in your hand at the bottom."],
      unpaid: [
        "{number}!",
        "Nothing of yours lies at this number. Next time, perhaps: the others' rolls pay you, too.",
      ],
      seven: [
        "A seven!",
        "No hex pays. Hands of more than seven lose half; then the {robber} moves, blocks a hex and steals a card.",
      ],
      trade: [
        "Too much of one?",
        "Offer {have} to the others for what you lack. Or give four equal ones to the {supply} for any one.",
      ],
      road: [
        "A {road} is possible",
        "{brick} and {lumber} are in your hand. Build one from where yours ends, towards a free corner.",
      ],
      settlement: [
        "A {settlement} is possible",
        "{brick}, {lumber}, {wool} and {grain}: build it where your {roads} lead, two edges from every other.",
      ],
      card: ["A surprise?", "{ore}, {wool} and {grain} would buy a development {card}: knights, free {roads}, points."],
      city: [
        "Think bigger",
        "Three {ore} and two {grain} turn a {settlement} into a {city}: two points, and twice the cards.",
      ],
      done: ["That is all!", "You have earned a point by your own work, and know the game. Play on, and good luck!"],
    } as Record<string, [string, string]>,
  },
  fair: {
    title: "Fair dice", short: "Fair dice",
    explain:
      "Before the first roll the server fixed a secret seed and showed its fingerprint. Every page adds a word that " +
      "it keeps sealed until all are there, so nobody can answer it. The island and each roll, draw and steal follow " +
      "from the seed, the words and a counter; at the end the seed is shown, and this page recomputes everything.",
    commit: "Fingerprint (SHA-256 of the seed)", words: "The players' words", yourWords: "Your words for the dice",
    add: "Mix in", added: "Mixed in.", tooLate: "Words count only before the first roll.",
    notYet: "The seed is shown when the game is over.", check: "Check it here", checking: "Checking …", seed: "Seed",
    good: (count: number) =>
      `The island and all ${count} numbers follow from the seed, and the seed fits the fingerprint. These dice were ` +
      `fair.`,
    bad: {
      commit: () => "The seed does NOT fit the fingerprint.",
      promise: () => "The fingerprint is NOT the one that this browser saw at the start.",
      seal: (_, name) => `The word of ${name} is NOT the one that was sealed.`,
      missing: () =>
        "The word that this browser sealed is NOT mixed in: the page was away at the start, or the server left " +
        "the word out.",
      rules: () => "The rules are NOT those that held when this browser showed its word.",
      island: () => "The island does NOT follow from the seed.",
      number: (index) => `Number ${index} does NOT follow from the seed.`,
      unable: () => "This browser cannot compute here: it offers cryptography only on https or localhost.",
    } as Record<
      "commit" | "promise" | "seal" | "missing" | "rules" | "island" | "number" | "unable",
      (index: number, name: string) => string
    >,
    failed: (times: number) =>
      `A start failed ${times === 1 ? "once" : `${times} times`} after words were asked for. Each time the ` +
      `fingerprint changed and everybody sealed a new word. If it happens often, somebody may be choosing.`,
    sealed: (names: string) => `Sealed until the start: ${names}`,
    unrevealed: (names: string) => `Sealed a word and did not show it: ${names}. The game was played without it.`,
    noWords: "Nobody added words.", by: "Check outside the page:",
  },
  panel: {
    all: (name: string) => `All about ${name}`,
    points: "victory points", visiblePoints: "points", cards: (word: string) => `resource ${word} in hand`,
    dev: (word: string) => `development ${word}`, knights: "knights played", route: "longest chain of roads",
    pieces: "pieces left",
    large: (limit: number) => `more than ${limit}: half is lost on a 7`, dice: "holds the dice",
    paired: "player 2 of this turn", starter: "started the game", away: "away", thinking: "thinking",
    known: (name: string) => `What is certain about ${name}'s hand`, counter: "Card counter",
    counterHelp: "What everybody at the table could know by counting: the least and the most that each hand may hold.",
    counterRated: "At a rated table everybody counts for themselves.",
    deck: (count: number) => `${count} left`, bank: (what: string) => `what the ${what} still holds`,
    hidden: "counts are hidden in this game",
    track: (points: number) => `${points} on the track (settlements and cities)`,
    limitSettlements: "all 5 settlements stand", limitCities: "all 4 cities stand", removed: "out of the game",
    least: "known at least", most: "at most", knows: "What is known of this hand",
    turnOf: "in turn", must: (n: number) => `must discard ${n}`, with: (total: number) => `${total} with hidden cards`,
  },
  turn: {
    yours: "Your turn", settleFirst: "Place your first settlement",
    settleSecond: "Place your second settlement: it pays its hexes at once", settle: "Place a settlement",
    road: "Now a road beside it",
    roll: "Roll the dice, or play a card first", rollOnly: "Roll the dice", main: "Build, trade, or end your turn",
    mainSeparateTrade: "Trade first: after the first build no trade this turn",
    mainSeparateBuild: "Build on, or end your turn",
    paired: (supply: string) => `Your part as player 2: build, trade with the ${supply}, or end it`,
    special: "Special building: build or pass", robber: "Move the robber to another hex", victim: "Choose whom to rob",
    freeRoads: (n: number) => (n === 1 ? "Place 1 more free road" : `Place ${n} free roads`),
    discard: (n: number) => `Give back ${n}`, discardWait: (names: string) => `${names} must give back half`,
    answer: (name: string) => `${name} offers a trade: answer it`,
    chance: "The dice are rolling …", waiting: (name: string) => `${name} is in turn`,
    waitingFor: (names: string) => `Waiting for ${names}`, choose: "Choose with whom you trade, or go on",
    answersOpen: "Your offer stands; waiting for answers",
    over: (name: string) => `${name} has won`, youWon: "You have won", aborted: "The game was broken off",
    order: "Rolling for who starts", watching: "You are watching", placing: (what: string) => `Choose a place: ${what}`,
    setupOf: (name: string) => `${name} places the first pieces`, rollOf: (name: string) => `${name} is about to roll`,
    robberOf: (name: string) => `${name} moves the robber`, pairedOf: (name: string) => `${name} plays as player 2`,
    specialOf: (name: string) => `${name} may build in between`,
    reserve: (time: string) => `reserve ${time}`, onReserve: "The reserve runs",
    clock: (seconds: number) => `${seconds} seconds left`, paused: "clock paused", round: (n: number) => `Round ${n}`,
    setup: "Set-up",
  },
  hint: {
    at: (what: string, place: string) => `${what} at ${place}`, robber: "Robber", discard: "Discard",
    exchange: (give: string, get: string) => `${give} for ${get}`,
    // the server's own sentences are English
    why: {
      robber: (s) => `Here the robber hurts ${s.who} most.`,
      robber_hex: (s) => `Here the robber stops the ${s.word} of ${s.who} on ${s.number}.`,
    } as Record<string, (said: HintFacts) => string>,
  },
  coach: {
    title: "Coach", help: "Show the best corners while settlements are placed", best: "Best corners for you",
    rank: (n: number) => `coach's choice ${n}`,
    why: null as CoachWords | null, // the server's own sentences are English
  },
  action: {
    roll: "Roll", end: "End turn", stop: "Build no more", endPart: "End my part", pass: "Pass", build: "Build",
    cancel: "Cancel", here: "Build here", moveHere: "Move here", undo: "Undo", undoAsk: "Ask to undo", hint: "Hint",
    hintIs: "A bot's choice: ", buy: "Buy", play: "Play",
    left: (n: number) => `${n} left`, unlimited: "no limit", inDeck: (n: number) => `${n} left`,
    choosePlace: "Pick a ringed place", free: "free", cost: "Cost", key: (key: string) => `key ${key}`,
    discard: (n: number, of: number) => `${n} of ${of} chosen`,
    robWhom: "Rob whom?", nobody: "nobody", cardsOf: (n: number) => plural(n, "card", "cards"), giveBack: "Give back",
    notNow: "not now", tapAgain: "Tap “Build here” to confirm", why: "Why not?", fresh: "bought this turn",
    newGame: "New game", lobby: "Lobby",
  },
  hand: {
    title: "Your hand", devTitle: "Your development cards", empty: "no cards", points: "counts when you win",
    count: (n: number, name: string) => `${n} ${name}`,
    help: {
      knight: "Move the robber and take a card.", victory_point: "One point, kept hidden.",
      road_building: "Place two roads for free.", year_of_plenty: "Take any two resources.",
      monopoly: "Take all of one kind from everybody.",
    } as Record<string, string>,
    choosePlenty: (supply: string) => `Take from the ${supply}`, chooseMonopoly: "Take all of which kind?",
    playCard: (name: string) => `Play ${name}`, newOne: "new",
  },
  trade: {
    said: (who: string, what: string) => `${who}: “${what}”`, refuseAlways: "Refuse all in this game",
    refusing: "Every offer is refused for you.", hear: "Hear offers again",
    title: "Trade", give: "You give", get: "You get", to: "to", all: "everybody", offer: "Offer", counter: "Counter",
    propose: "Propose", supply: (name: string, rate: string) => `${name} ${rate}`, refuseAll: "Refuse all this turn",
    allRefused: "Everybody refused", bubble: (name: string) => `${name} offers`, open: "Trade",
    handHelp: (what: string) => `${what}: click to offer one`, clear: "Clear", accept: "Accept", refuse: "Refuse",
    withdraw: "Withdraw",
    incoming: (name: string) => `${name} offers you`, theyGive: "gives", theyGet: "for", mine: "Your offer",
    answers: { waiting: "thinking", accepted: "accepts", refused: "refuses" } as Record<string, string>,
    close: (name: string) => `Trade with ${name}`, decline: "Decline",
    proposal: (name: string) => `${name} proposes`, after: "Your hand after it",
    empty: "Choose what you give and what you get.", pick: "Pick both sides",
    more: (what: string) => `one more ${what}`, fewer: (what: string) => `one ${what} less`, rates: "Your rates",
    rate: (n: number, what: string) => `${n} ${what} for 1`, counterThis: "Counter …",
    nothingOpen: "", yourProposal: "Your proposal stands", forYou: "to you", notToYou: "to others",
    lack: "not in your hand", noRate: "Pick one kind to give and one card to get; your rates are below.",
    directionGive: "leaves your hand", directionGet: "comes to your hand",
  },
  log: {
    nothing: "Nobody receives anything.",
    filters: {
      all: "All", dice: "Dice", build: "Building", trade: "Trade", robber: "Robber",
    } as Record<string, string>,
    filter: "Show", show: "Show it on the island", toEnd: "To the latest", title: "Log", chat: "Chat",
    say: "Say something", send: "Send", none: "Nothing has happened yet.", chatNone: "Nobody has said anything.",
    you: "You", tab: "Log and chat", statistics: "Dice", turn: (n: number) => `Turn ${n}`,
  },
  dice: {
    title: "Dice so far", rolled: "rolled", expected: "expected", rolls: (n: number) => plural(n, "roll", "rolls"),
    none: "No roll yet.",
    bar: (sum: number, count: number, expected: string) => `${sum}: ${count}, expected ${expected}`,
  },
  board: {
    label: "The island. Arrow keys walk the places.",
    hex: (name: string, terrain: string, number: string) => `${name}: ${terrain}${number ? `, ${number}` : ""}`,
    robber: "robber here", was: "the robber was here",
    harbor: (name: string, rate: number, what: string) => `${name} ${rate}:1 ${what}`,
    anyResource: "anything", at: (what: string, place: string, around: string) => `${what} at ${place}: ${around}`,
    sea: "coast", roadAt: (place: string) => place,
    robberTo: (hex: string, around: string) => `Robber to ${hex}${around ? `; beside ${around}` : ""}`,
    piece: (who: string, what: string, place: string) => `${who}: ${what} at ${place}`,
    pips: (n: number) => plural(n, "pip", "pips"), inactive: "inactive colour", latest: "latest piece",
  },
  remarks: {
    too_much: "That is too much for me.", ahead: "You are ahead already.", need_it: "I need that myself.",
    no_use: "I have no use for it.", not_now: "Not now.",
  } as Record<string, string>,
  notes: {
    undo_refused: "Your wish to undo was not granted.", time_up: "Your time was up: the table went on for you.",
    all_refused: "Everybody refused, so your offer was withdrawn.",
    refused_for_you: "Refused for you, as you answered before.",
  } as Record<string, string>,
  banner: {
    seven: "Seven!", award: (name: string, award: string) => `${name}: ${award}`,
    youAward: (award: string) => `${award} is yours`, nobody: (award: string) => `${award} belongs to nobody`,
    yourTurn: "Your turn", wins: (name: string) => `${name} wins!`, youWin: "You win!",
    points: (n: number) => plural(n, "point", "points"),
  },
  undo: {
    asks: (name: string, n: number) =>
      `${name} would like to undo ${n === 1 ? "the last action:" : `the last ${n} actions, among them:`}`,
    allow: "Allow", deny: "Refuse",
    waiting: (names: string) => `Waiting for ${names} to allow the undo.`, yours: "You asked to undo.",
  },
  away: {
    title: (names: string) => `Away: ${names}`, clock: "The clock is paused.", vote: "How shall the table go on?",
    wait: "Wait", bot: "A bot plays on", abort: "Break off",
    grace: (seconds: number) => `The table may decide in ${seconds} s.`,
    voted: (name: string, choice: string) => `${name}: ${choice}`, back: "The seat is free to take back at any time.",
  },
  end: {
    title: (name: string) => `${name} wins`, youTitle: "You win!",
    after: (turns: number) => `after ${plural(turns, "turn", "turns")}`, score: "Score", player: "Player",
    total: "Total", vpCards: "Victory point cards", charts: "How it went", pointsOverTime: "Points over time",
    diceChart: "Dice", cardsChart: "Cards", gained: "gained", blocked: "blocked", stolen: "stolen from others",
    lost: "robbed of", discarded: "discarded", traded: "traded in", revealed: "Revealed hands", luck: "Luck report",
    expected: "expected production", actual: "actual production", percentile: "luck percentile",
    sevens: "sevens rolled", percent: (n: string) => `luckier than ${n} of such games`, again: "Play again",
    checkDice: "Check the dice", replay: "Replay", record: "Download the record", lobby: "Lobby", show: "Result",
    curve: "Winning chances", hide: "Look at the island", scoreHelp: "points (pieces, length, knights)",
    luckHelp: "Production weighed against what the dice owed each place, turn by turn.", average: "average roll",
  },
  replay: {
    turn: (n: number) => `Turn ${n}`, previousTurn: "Previous turn", nextTurn: "Next turn", turning: "Turning points",
    hands: "Hands", title: "Replay", first: "First move", previous: "Previous move", next: "Next move",
    last: "Last move", play: "Play on", pause: "Pause", move: (n: number, of: number) => `Move ${n} of ${of}`,
    link: "Link to this move", download: "Download the record", fromFile: "from a file",
    ofGame: (code: string) => `of table ${code}`, knowledge: "The game is still running: you see what you know.",
    start: "The island before the first move", speed: "Speed", noFile: "Open a record file in the lobby first.",
    goTable: "To the table",
  },
  help: {
    title: "Keys",
    keys: [
      ["r", "roll"], ["e", "end the turn"], ["b", "to the build buttons"],
      ["1 – 4", "road, settlement, city, development card"], ["5", "play a development card"],
      ["t", "to the trade tray"], ["a / x", "accept / refuse an offer"], ["i", "to the island"],
      ["arrows", "walk the places of the island"], ["Enter", "place, confirm"], ["Esc", "cancel"], ["u", "undo"],
      ["h", "hint"], ["o", "coach"], ["c", "chat"], ["l", "read the situation aloud"], ["m", "mute"],
      ["?", "this help"],
    ] as [string, string][],
    rules: "This table's rules", show: "Keys and rules",
  },
  situation: (turn: string, hand: string, points: number) =>
    `${turn}. Your hand: ${hand}. You have ${plural(points, "point", "points")}.`,
  placed: "placed",
  refused: "Not possible: ",
  quicker: "Somebody was quicker: the table has changed.",
};

/** What an event's sentence may be made of. Names and cards come as marks that the page draws and a voice says. */
export interface EventFacts {
  who: string;
  seat: number | null;
  you: boolean; // the one who does it is the one who reads it
  all: number; // how many play
  data: Record<string, unknown>;
  name: (seat: unknown, own?: string) => string; // `own` stands for the name when it is the reader's
  cards: (bundle: unknown) => string;
  gain: () => string; // what the hexes pay, added up
  term: (key: string) => string;
}

export type Words = typeof en;
