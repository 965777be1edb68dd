/** Every sentence of the study pages in English; loaded with them. */

export const en = {
  title: "Study", link: "Study", tagline: "Look into any game, learn from it, train.",
  board: "Analysis board", boardHelp: "Any position, all seats, variations, and a judge that says what is best.",
  review: "Game review", reviewHelp: "Every decision of a game graded, luck and skill apart.",
  puzzles: "Puzzles", puzzlesHelp: "One action is clearly the best. Find it.",
  openings: "Openings", openingsHelp: "Settle on an island, and see how good it was.",
  analyse: "Analyse", offline: "The server does not answer; try again.", retry: "Try again",
  play: {
    whose: "Who acts", actions: "Actions", other: "Any action as text", otherHelp: "offer 1 brick for 1 ore to blue",
    go: "Play", draw: "Let chance decide", chance: "Chance decides: choose what comes",
    over: (who: string) => `${who} has won.`, more: "More",
  },
  judge: {
    title: "Judge", start: "Judge this position", stop: "Stop", deeper: "Think again", chances: "Chances to win",
    best: "Best actions", worth: (n: string) => `${n} %`, lost: (n: string) => `−${n}`, offers: "Trades worth offering",
    offer: (own: string, who: string, theirs: string) => `you ${own}, ${who} ${theirs}`,
    progress: (depth: number, of: number, positions: string) => `Step ${depth} of ${of}, ${positions} positions`,
    settled: (steps: number, positions: string) => `Certain after ${steps} steps, ${positions} positions`,
    knowledge: "Cards", open: "All open", asSeen: (who: string) => `As ${who} sees it`,
    unknown: "Whoever acts now has choices that this player cannot know.",
    evaluation: "No network knows this island: the judge is a simpler one.",
  },
  tree: {
    title: "Variations", start: "Start", comment: "Comment", name: "Name", remove: "Delete from here",
    promote: "Make it the main line", save: "Save as file", open: "Open a file", share: "Copy link",
    copied: "Link copied", study: "Name of the study", badFile: "This file holds no study: ",
    badLink: "This link holds no study, or only a part of it.", back: "Back", forward: "Forward",
  },
  edit: {
    title: "Set up a position", done: "Done", tool: "Tool", text: "Position as text", apply: "Read the text",
    terrain: "Hexes", number: "Numbers", harbor: "Harbours", robber: "Robber", pieces: "Pieces", erase: "Erase",
    colour: "Colour", none: "none", any: "3:1", hands: "Hands", cards: "Development cards", knights: "Knights played",
    turn: "Whose turn", phase: "Moment",
    phases: { roll: "before the roll", main: "after the roll" } as Record<string, string>, route: "Longest route",
    army: "Largest army", nobody: "nobody", good: "This position can be played.", fresh: "New island",
  },
  reviews: {
    begin: "Review this game", working: (percent: number) => `The judge looks at the game: ${percent} %`,
    place: (n: number, of: number) => `Place ${n} of ${of}: several reviews take turns.`, cancel: "Cancel",
    stopped: "The review was cancelled.", part: "The time for this review ran out: later decisions are not graded.",
    chooseFile: "Review a record from a file", everybody: "Everybody", curve: "Chances to win",
    turning: "Turning points", better: (what: string) => `Better: ${what}`, lost: (n: string) => `lost ${n}`,
    decisions: "Decisions", graded: "Decisions by grade", all: "all", skill: "Lost by decisions", average: "a decision",
    luck: "Luck", opening: "After the opening",
    parts: { dice: "Dice", steals: "Steals", draws: "Draws", play: "Play" } as Record<string, string>, end: "End",
    way: "The way to the end",
    grades: {
      best: "Best", good: "Good", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder", even: "All alike",
    } as Record<string, string>,
    openings: "Openings", rank: (rank: number, of: number) => `${rank} of ${of}`,
    bestCorner: (name: string) => `best: ${name}`, trades: "Trades",
    missedOffers: "Offers not made", trade: (give: string, get: string) => `${give} for ${get}`,
    none: "None.", turn: (n: number) => `Turn ${n}`,
    changed: (who: string, n: string) => `${who}: ${n}`,
    explain:
      "In hundredths of the chance to win. Decisions are judged by what the player could know; curve and luck by all " +
      "cards." +
      " Grades go by the share of what could still be won or lost; forced choices are left out.",
    noRecord: "Your finished games appear here. Or choose a record from a file.",
  },
  moments: {
    title: (who: string) => `Three moments of ${who}`, everybody: "Three moments of this game",
    yours: "Your three moments",
    step: (n: number, of: number) => `Moment ${n} of ${of}`, back: "Moment before", next: "Next moment",
    did: "Played:", better: "Better:", show: "Show on the island", before: "Before", after: "What was played",
    afterBetter: "What was better", play: "Play on from here",
    share: (n: string) => `It cost ${n} % of what could still be won or lost.`,
    found: (n: string) => `The best choice: one at random would have cost ${n} % of what could still be won or lost.`,
    accuracy: "Accuracy", accuracyHelp: "100: every choice as the judge's; 0: as if chosen at random.",
    stages: {
      reading: () => "The game is read.", chances: () => "The chances after every move are worked out.",
      decisions: (turn: number | null) => turn ? `Decisions are graded: turn ${turn}.` : "Decisions are graded.",
      assembling: () => "The review is put together.",
    } as Record<string, (turn: number | null) => string>,
  },
  puzzle: {
    mode: "Mode", modes: { rated: "Rated", streak: "Streak", timed: "Three minutes" } as Record<string, string>,
    goals: {
      win: (who: string) => `${who}: win this turn!`, break: (who: string) => `${who}: break the longest route!`,
      settle: (who: string) => `${who}: where do you settle?`,
      first_road: (who: string) => `${who}: where does the road lead?`,
      rob: (who: string) => `${who}: find the best place for the robber!`,
      deal: (who: string) => `${who}: what do you answer?`,
      turn: (who: string) => `${who}: find the best move!`,
    } as Record<string, (who: string) => string>,
    tries: (n: number) => `${n} ${n === 1 ? "try" : "tries"} left`, loses: (n: string) => `−${n}`, then: "Then:",
    after: "After the answer", afterLine: "After the line", again: "Once more",
    run: (n: number, best: number) => `${n} in a row, your record ${best}`,
    found: (n: number, best: number) => `${n} found, your record ${best}`,
    over: (n: number) => `It is over: ${n} found.`,
    rating: "Your rating", solved: (good: number, all: number) => `${good} of ${all} solved`, theme: "Theme",
    any: "All themes",
    themes: {
      opening: "Opening", "road race": "Road race", robber: "Robber", trade: "Trade", "end game": "End game",
      "card play": "Card play", building: "Building",
    } as Record<string, string>,
    right: "Right!", wrong: "Not the best.",
    answer: (what: string) => `The answer: ${what}.`, margin: (n: string) => `It leads by ${n} hundredths.`,
    next: "Next puzzle", board: "On the board", chances: "Chances after each action", open: "All cards are open.",
    none: "No puzzle is left in this theme: they begin anew.",
  },
  drills: {
    link: "Drills", linkHelp: "Your own mistakes and puzzles, asked again before you forget them.",
    title: "Ten minutes a day",
    help:
      "Every clear mistake of your reviewed games comes back here as a puzzle, beside the puzzles of the collection." +
      " What you know is asked later, what you miss sooner.",
    own: "From your game", shipped: "From the collection", did: (what: string) => `In the game you did: ${what}.`,
    again: (when: string) => `It comes again: ${when}.`, giveUp: "Show the answer", takeOut: "Never ask this again",
    next: "Next", enough: "Enough for today", start: "Begin", startNew: "Something new",
    due: (n: number) => n === 1 ? "One drill waits for you." : `${n} drills wait for you.`,
    nothingDue: "Nothing is due now.", nextDue: (when: string) => `The next one: ${when}.`,
    empty: "Your deck is empty. Review a finished game, or begin with the puzzles of the collection.",
    waiting: (n: number) => n === 1
      ? "One mistake is being checked: does it have one clear answer?"
      : `${n} mistakes are being checked: do they have one clear answer?`,
    today: (found: number, all: number) => `Today: ${found} of ${all} found.`,
    days: (n: number) => n === 1 ? "1 day" : `${n} days in a row`,
    over: (found: number, all: number) => `Ten minutes are over: ${found} of ${all} found.`,
    inDeck: "In the deck", dueNow: "Due",
  },
  opening: {
    place: "Your place in the order", any: "any", deal: "Deal an island",
    ask: (n: number) => `Settlement ${n} is yours. Where do you settle?`,
    rank: (rank: number, of: number) => `Your corner is number ${rank} of ${of}.`,
    lost: (n: string) => `It loses ${n} hundredths against the best.`, best: "That is the best corner!",
    the: (name: string) => `Best: ${name}`, chance: (n: string) => `${n} %`, why: "Why", heat: "Show the heat map",
    average: (n: string, count: number) => `On average ${n} lost in ${count}`, corners: "The best corners",
  },
};

export type StudyWords = typeof en;
