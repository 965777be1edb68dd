/** Every sentence of the page in English. Another language is one more file with the same keys. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const en = {
  brand: "Sevenhex",
  list: (items: string[]) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`),
  terms: {} as Record<string, string>, // the editions' own words are English already
  changes: {} as Record<string, string>,
  reasons: {} as Record<string, string>,
  events: {} as Record<string, (say: EventFacts) => string>,
  capital: (text: string) => text.charAt(0).toUpperCase() + text.slice(1),
  colours: { red: "Red", blue: "Blue", orange: "Orange", white: "White", green: "Green", brown: "Brown", black: "Black" } as Record<string, string>,
  symbols: { red: "disc", blue: "triangle", orange: "diamond", white: "square", green: "cross", brown: "hexagon", black: "star" } as Record<string, string>,
  common: {
    close: "Close", cancel: "Cancel", confirm: "Confirm", back: "Back", yes: "Yes", no: "No", loading: "Loading …", preparing: "Preparing the rules, once after installing: about a minute …", you: "you", bot: "bot", none: "none", copy: "Copy", copied: "Copied", more: "More", less: "Less", ok: "OK", of: "of", and: "and",
    offline: "The server cannot be reached. Is it still running?",
    reconnecting: "Connection lost. Reconnecting …",
    connecting: "Connecting …",
    error: "Something went wrong: ",
    skip: "Skip to the game",
    notes: "Announcements",
  },
  settings: {
    title: "Settings", language: "Language", theme: "Look", auto: "As the system", light: "Light", dark: "Dark", sound: "Sound", mute: "Mute", unmute: "Sound on",
    toDark: "Switch to dark", toLight: "Switch to light", menu: "Menu", volume: "Volume", pace: "Pace of the others", paces: { calm: "Calm", normal: "Normal", quick: "Quick" } as Record<string, string>, paceHelp: "How long each move of the others stays on the screen.",
  },
  lobby: {
    title: "Settle the island.",
    tagline: "Five editions, friends and bots, dice that anyone can check. No account.",
    yourName: "Your name", namePlaceholder: "Guest",
    quick: "Quick game", quickHelp: "You against bots, at once.", edition: "Edition", players: "Players", strength: "Opponents", play: "Play now",
    create: "New table", createHelp: "Every edition, every option, friends by link.", name: "Table's name", openTable: "Open the table",
    preset: "Rules", more: "More options", fewer: "Fewer options", standard: "The edition as its book plays it.", changes: "Different from the book:",
    seats: "Seats", seatMe: "You", seatOpen: "Open for a friend", seatBot: (bot: string, level: string) => (level ? `Bot: ${bot} (${level})` : `Bot: ${bot}`), watchOnly: "Nobody is you: you will watch",
    visibility: "Who sees it", public: "Public: listed in the lobby", private: "Private: only with the code",
    clock: "Time for a turn", noClock: "No clock", seconds: (n: number) => (n % 60 ? `${n} seconds` : n === 60 ? "1 minute" : `${n / 60} minutes`),
    map: "Map", anyMap: "Any map",
    join: "Join by code", joinHelp: "A friend's code or link.", code: "Code or link", joinButton: "Go to the table",
    mine: "Your games", mineNone: "Games that you start appear here.", resume: "Continue", review: "Look back",
    open: "Public tables", openNone: "No public table is open right now.", watch: "Watch", sit: "Sit down", full: "full",
    past: "Past games", pastNone: "Finished games appear here with their replay.", replay: "Replay", nextPage: "Older", previousPage: "Newer",
    file: "Open a record", fileHelp: "A game saved as a file, step by step.", fileButton: "Choose a file …",
    status: { waiting: "waiting", playing: "playing", over: "finished", aborted: "broken off" } as Record<string, string>,
    wonBy: (name: string) => `won by ${name}`,
    independent: "An independent free-software project, not affiliated with or endorsed by the game's publisher. All artwork is our own.",
    custom: "custom value", badRecord: "That file cannot be replayed: ",
    on: "on", off: "off",
    presets: { book: "By the book", first: "First game", short: "Short game", gentle: "Gentle", even: "Even dice", own: "Own mix" } as Record<string, string>,
    presetHelp: { book: "As the edition's rulebook plays it.", first: "The fixed island and start of the book's first game.", short: "To 8 points instead of 10.", gentle: "A friendly robber, and no 7 in the first two rounds.", even: "Rolls come from a shuffled deck of all 36.", own: "Your own choice below." } as Record<string, string>,
    instead: (value: string, standard: string) => `${value} (the book: ${standard})`,
    optionNames: {} as Record<string, string>, // the server names them in English
    optionValues: {} as Record<string, string>,
    counts: "What counts", friendly: "Friendly: hints, taking back", rated: "Rated: by the book, no hints", ratedShort: "Rated", notByTheBook: "A rated table plays by the book.",
    rating: "Your rating", ratingOf: (strength: string, doubt: string, games: number) => `${strength} ± ${doubt} after ${games === 1 ? "1 rated game" : `${games} rated games`}. An unknown player begins at 25; bots stand where the arena put them.`, you: "You",
    word: "A word for the dice", wordShort: "anything you like", wordHelp: "Anything: it is mixed into the dice, so nobody can know them beforehand.",
    levels: {} as Record<string, string>,
  },
  room: {
    title: (code: string) => `Table ${code}`, owner: (name: string) => `${name}'s table`, players: (n: number) => `${n} players`, invite: "Invite friends with this link or the code", waiting: "Waiting for the seats to fill.", start: "Start the game", startHint: "Every seat needs a friend or a bot.",
    leave: "Leave", sit: "Sit down here", fill: "Fill with bots", makeBot: "Put a bot here", makeOpen: "Keep it open", colour: "Your colour", takeColour: (colour: string) => `Play ${colour}`,
    onlyCreator: "Whoever opened the table starts it.", open: "open", gone: "This table does not exist (any more).", toLobby: "To the lobby", watch: "You are watching. Take an open seat to play.",
  },
  fair: {
    title: "Fair dice", short: "Fair dice",
    explain: "Before the first roll the server fixed a secret seed and showed its fingerprint. Everyone may add words. Each roll, draw and steal follows from the seed, the words and a counter; at the end the seed is shown, and this page recomputes everything.",
    commit: "Fingerprint (SHA-256 of the seed)", words: "The players' words", yourWords: "Your words for the dice", add: "Mix in", added: "Mixed in.", tooLate: "Words count only before the first roll.",
    notYet: "The seed is shown when the game is over.", check: "Check it here", checking: "Checking …", seed: "Seed",
    good: (count: number) => `All ${count} numbers follow from the seed, and the seed fits the fingerprint. These dice were fair.`,
    badCommit: "The seed does NOT fit the fingerprint shown at the start.", badNumber: (index: number) => `Number ${index} does NOT follow from the seed.`,
    unable: "This browser cannot compute here: it offers cryptography only on https or localhost.",
    noWords: "Nobody added words.", by: "Check outside the page:",
  },
  panel: {
    points: "victory points", visiblePoints: "points", cards: (word: string) => `resource ${word} in hand`, dev: (word: string) => `development ${word}`, knights: "knights played", route: "longest chain of roads", pieces: "pieces left",
    large: (limit: number) => `more than ${limit}: half is lost on a 7`, dice: "holds the dice", paired: "player 2 of this turn", starter: "started the game", away: "away", thinking: "thinking",
    supply: "Supply", deck: (count: number) => `${count} left`, bank: "what the supply still holds", hidden: "counts are hidden in this game", track: (points: number) => `${points} on the track (settlements and cities)`,
    limitSettlements: "all 5 settlements stand", limitCities: "all 4 cities stand", removed: "out of the game", least: "known at least", most: "at most", knows: "What is known of this hand",
    turnOf: "in turn", must: (n: number) => `must discard ${n}`, with: (total: number) => `${total} with hidden cards`,
  },
  turn: {
    yours: "Your turn", settleFirst: "Place your first settlement", settleSecond: "Place your second settlement: it pays its hexes at once", settle: "Place a settlement", road: "Now a road beside it",
    roll: "Roll the dice, or play a card first", rollOnly: "Roll the dice", main: "Build, trade, or end your turn", mainSeparateTrade: "Trade first: after the first build no trade this turn", mainSeparateBuild: "Build on, or end your turn",
    paired: "Your part as player 2: build, trade with the supply, or end it", special: "Special building: build or pass", robber: "Move the robber to another hex", victim: "Choose whom to rob",
    freeRoads: (n: number) => (n === 1 ? "Place 1 more free road" : `Place ${n} free roads`), discard: (n: number) => `Give back ${n}`, discardWait: (names: string) => `${names} must give back half`, answer: (name: string) => `${name} offers a trade: answer it`,
    chance: "The dice are rolling …", waiting: (name: string) => `${name} is in turn`, waitingFor: (names: string) => `Waiting for ${names}`, choose: "Choose with whom you trade, or go on", answersOpen: "Your offer stands; waiting for answers",
    over: (name: string) => `${name} has won`, youWon: "You have won", aborted: "The game was broken off", order: "Rolling for who starts", watching: "You are watching", placing: (what: string) => `Choose a place: ${what}`,
    setupOf: (name: string) => `${name} places the first pieces`, rollOf: (name: string) => `${name} is about to roll`, robberOf: (name: string) => `${name} moves the robber`, pairedOf: (name: string) => `${name} plays as player 2`, specialOf: (name: string) => `${name} may build in between`,
    clock: (seconds: number) => `${seconds} seconds left`, paused: "clock paused", round: (n: number) => `Round ${n}`, setup: "Set-up",
  },
  hint: {
    at: (what: string, place: string) => `${what} at ${place}`, robber: "Robber", discard: "Discard", exchange: (give: string, get: string) => `${give} for ${get}`,
    why: {} as Record<string, (said: { rolls: number; who: string }) => string>, // the server's own sentences are English
  },
  coach: {
    title: "Coach", help: "Show the best corners while settlements are placed", best: "Best corners for you", rank: (n: number) => `coach's choice ${n}`, numbers: (pips: number, how: string) => `${pips} chances of 36${how}`, good: ", among the best numbers", few: ", few", variety: "three different resources", twice: "the same resource twice", sameNumber: "one number twice: feast or famine",
    adds: (what: string) => `adds ${what}`, harbor: (rate: number, word: string, what: string, fits: string) => `a ${rate}:1 ${word}${what ? ` for ${what}` : ""}${fits}`, fits: ", which you would produce", blocks: (pips: number) => `shuts others out of a corner with ${pips} chances`,
  },
  action: {
    roll: "Roll", end: "End turn", stop: "Build no more", endPart: "End my part", pass: "Pass", build: "Build", cancel: "Cancel", here: "Build here", moveHere: "Move here", undo: "Undo", undoAsk: "Ask to undo", hint: "Hint", hintIs: "A bot's choice: ", buy: "Buy", play: "Play",
    left: (n: number) => `${n} left`, unlimited: "no limit", inDeck: (n: number) => `${n} left`, choosePlace: "Pick a ringed place", free: "free", cost: "Cost", key: (key: string) => `key ${key}`, discard: (n: number, of: number) => `${n} of ${of} chosen`,
    robWhom: "Rob whom?", nobody: "nobody", cardsOf: (n: number) => plural(n, "card", "cards"), giveBack: "Give back", notNow: "not now", tapAgain: "Tap “Build here” to confirm", why: "Why not?", fresh: "bought this turn",
    newGame: "New game", lobby: "Lobby",
  },
  hand: {
    title: "Your hand", devTitle: "Your development cards", empty: "no cards", points: "counts when you win", count: (n: number, name: string) => `${n} ${name}`,
    help: { knight: "Move the robber and take a card.", victory_point: "One point, kept hidden.", road_building: "Place two roads for free.", year_of_plenty: "Take any two from the supply.", monopoly: "Take all of one kind from everybody." } as Record<string, string>,
    choosePlenty: "Take from the supply", chooseMonopoly: "Take all of which kind?", playCard: (name: string) => `Play ${name}`, newOne: "new",
  },
  trade: {
    title: "Trade", give: "You give", get: "You get", to: "to", all: "everybody", offer: "Offer", counter: "Counter", propose: "Propose", supply: (rate: string) => `Supply ${rate}`, withSupply: "With the supply", clear: "Clear", accept: "Accept", refuse: "Refuse", withdraw: "Withdraw",
    incoming: (name: string) => `${name} offers you`, theyGive: "gives", theyGet: "for", mine: "Your offer", answers: { waiting: "thinking", accepted: "accepts", refused: "refuses" } as Record<string, string>, close: (name: string) => `Trade with ${name}`, decline: "Decline",
    proposal: (name: string) => `${name} proposes`, after: "Your hand after it", empty: "Choose what you give and what you get.", pick: "Pick both sides", more: (what: string) => `one more ${what}`, fewer: (what: string) => `one ${what} less`, rates: "Your rates", rate: (n: number, what: string) => `${n} ${what} for 1`, counterThis: "Counter …", toOffer: "To the offer",
    nothingOpen: "", yourProposal: "Your proposal stands", forYou: "to you", notToYou: "to others", lack: "not in your hand", noRate: "Pick one kind to give and one card to get; your rates are below.", directionGive: "leaves your hand", directionGet: "comes to your hand",
  },
  log: { title: "Log", chat: "Chat", say: "Say something", send: "Send", none: "Nothing has happened yet.", chatNone: "Nobody has said anything.", you: "You", tab: "Log and chat", statistics: "Dice" , turn: (n: number) => `Turn ${n}` },
  dice: { title: "Dice so far", rolled: "rolled", expected: "expected", rolls: (n: number) => plural(n, "roll", "rolls"), none: "No roll yet.", bar: (sum: number, count: number, expected: string) => `${sum}: ${count}, expected ${expected}` },
  board: {
    label: "The island. Arrow keys walk the places.", hex: (name: string, terrain: string, number: string) => `${name}: ${terrain}${number ? `, ${number}` : ""}`, robber: "robber here", was: "the robber was here", harbor: (name: string, rate: number, what: string) => `${name} ${rate}:1 ${what}`,
    anyResource: "anything", at: (what: string, place: string, around: string) => `${what} at ${place}: ${around}`, sea: "coast", roadAt: (place: string) => place, robberTo: (hex: string, around: string) => `Robber to ${hex}${around ? `; beside ${around}` : ""}`, piece: (who: string, what: string, place: string) => `${who}: ${what} at ${place}`, pips: (n: number) => plural(n, "pip", "pips"), inactive: "inactive colour", latest: "latest piece",
  },
  undo: { asks: (name: string) => `${name} would like to undo the last action.`, allow: "Allow", deny: "Refuse", waiting: (names: string) => `Waiting for ${names} to allow the undo.`, yours: "You asked to undo." },
  away: { title: (names: string) => `${names} is away`, clock: "The clock is paused.", vote: "How shall the table go on?", wait: "Wait", bot: "A bot plays on", abort: "Break off", grace: (seconds: number) => `The table may decide in ${seconds} s.`, voted: (name: string, choice: string) => `${name}: ${choice}`, back: "The seat is free to take back at any time." },
  end: {
    title: (name: string) => `${name} wins`, youTitle: "You win!", after: (turns: number) => `after ${plural(turns, "turn", "turns")}`, score: "Score", player: "Player", total: "Total", vpCards: "Victory point cards", charts: "How it went", pointsOverTime: "Points over time", diceChart: "Dice", cardsChart: "Cards", gained: "gained", blocked: "blocked", stolen: "stolen from others", lost: "robbed of", discarded: "discarded", traded: "traded in", revealed: "Revealed hands", luck: "Luck report", expected: "expected production", actual: "actual production", percentile: "luck percentile", sevens: "sevens rolled", percent: (n: number) => `luckier than ${n} % of such games`, again: "Play again", checkDice: "Check the dice", replay: "Replay", record: "Download the record", lobby: "Lobby", show: "Result", curve: "Winning chances", hide: "Look at the island", knightsCount: "Knights", luckHelp: "Production weighed against what the dice owed each place, turn by turn.", average: "average roll",
  },
  replay: { title: "Replay", first: "First move", previous: "Previous move", next: "Next move", last: "Last move", play: "Play on", pause: "Pause", move: (n: number, of: number) => `Move ${n} of ${of}`, link: "Link to this move", download: "Download the record", fromFile: "from a file", ofGame: (code: string) => `of table ${code}`, knowledge: "The game is still running: you see what you know.", start: "The island before the first move", speed: "Speed", noFile: "Open a record file in the lobby first.", goTable: "To the table" },
  help: {
    title: "Keys", keys: [["r", "roll"], ["e", "end the turn"], ["b", "to the build buttons"], ["1 – 4", "road, settlement, city, development card"], ["5", "play a development card"], ["t", "to the trade tray"], ["a / x", "accept / refuse an offer"], ["i", "to the island"], ["arrows", "walk the places of the island"], ["Enter", "place, confirm"], ["Esc", "cancel"], ["u", "undo"], ["h", "hint"], ["o", "coach"], ["c", "chat"], ["l", "read the situation aloud"], ["m", "mute"], ["?", "this help"]] as [string, string][],
    rules: "Rules of this edition, in our words", show: "Keys and rules",
  },
  situation: (turn: string, hand: string, points: number) => `${turn}. Your hand: ${hand}. You have ${plural(points, "point", "points")}.`,
  placed: "placed",
  refused: "Not possible: ",
  quicker: "Somebody was quicker: the table has changed.",
};

/** What an event's sentence may be made of, for languages other than the server's. */
export interface EventFacts {
  who: string;
  data: Record<string, unknown>;
  text: string;
  name: (seat: unknown) => string;
  cards: (bundle: unknown) => string;
  term: (key: string) => string;
}

export type Words = typeof en;
