/**
 * All sentences of the rulebook's further pages and of the help for a real table in English, which also says
 * what a language must have.
 */

export const en = {
  compare: {
    link: "What is new?", knows: "I know", reads: "and want to play", title: "What is new",
    same: "Choose two different editions.", none: "Only words differ.", words: "Other words",
    rules: "Rules that differ",
    absent: "There is no such rule.", side: "Both, to try",
    players: "Players", print: "Print", count: (n: number) => (n === 1 ? "1 rule differs" : `${n} rules differ`),
  },
  table: {
    title: "This table's rules", changed: "Changed at this table", rest: "All other rules",
    none: "This table plays by the book.", usual: (value: string, usual: string) => `${value} (the book: ${usual})`,
  },
  kit: {
    link: "Your own table", title: "At your own table",
    tagline:
      "For people with the box in front of them: set-up, islands, dice, score. Works without a network once it was " +
      "open.",
    tabs: { sheet: "Set-up", island: "Island", dice: "Dice", score: "Score", costs: "Costs" },
    print: "Print", failed: "This needs the network once; after that it works without.",
    sheet: {
      title: (players: number) => `What you need for ${players}`, hexes: "Hexes", numbers: "Numbers",
      letters: "in the order of their letters",
      each: "Each player", drawn: "drawn with a pen", development: "Development",
      steps: "Step by step",
      first: "A first game", firstHelp: "The start that the edition's book pictures, with its islands and pieces.",
    },
    island: {
      seed: "Seed", seedHelp: "The same seed deals the same island for everybody.", deal: "New island",
      this: "Deal this seed",
      share: "Copy link", copied: "Link copied", kept: "Dealt before, also without a network",
      offline: "No network. Islands that were dealt before are below.", map: (n: number) => `Map ${n}`,
      fair: "How fair it is", fairHelp: "Chances of 36 rolls, added up over the hexes beside a corner.",
      best: "Best corner", reds: "6 and 8 side by side", equal: "Same numbers side by side",
      seats: "Two settlements each, if all take the best corner in turn", spread: "Between best and worst seat",
      resources: "Chances by resource", hexes: (n: number) => (n === 1 ? "1 hex" : `${n} hexes`),
    },
    dice: {
      roll: "Roll", promise: "Promise",
      promiseHelp: "Write it down or photograph it before the first roll: it fixes every roll to come.",
      word: "A word of the players",
      wordHelp: "Somebody who does not hold this phone says a word: then nobody can have chosen the rolls.",
      none: "Not rolled yet.", last: (sum: number) => `Rolled: ${sum}`, end: "End and show the secret",
      again: "New series",
      mean: "Mean", sevens: "Sevens", expected: (n: string) => `expected ${n}`, gone: "longest without a 7",
      check: "Link for checking", secret: "Secret",
      good: (n: number) => (n === 1 ? "The roll follows from the promise." : `All ${n} rolls follow from the promise.`),
      wrong: (n: number) => `Roll ${n} does not follow from the promise.`,
      broken: "The secret does not belong to the promise.",
      unreadable: "This link is no series of rolls, or only a part of one.",
      compare: "Is this the promise that was shown before the first roll?",
      unable: "Promises need a secure connection (https). These rolls are random, but nobody can check them.",
    },
    score: {
      points: "Points", turn: (n: number) => `Turn ${n}`, next: "Next turn", second: "Now player 2", undo: "Undo",
      reset: "New game",
      sure: "Really begin anew?", name: "Name", more: (what: string) => `${what}: one more`,
      fewer: (what: string) => `${what}: one less`,
      holds: "holds it", wins: (name: string) => `${name} has enough points: in the own turn that is the win.`,
      first: "Player 1", other: "Player 2", edit: "Names", done: "Done", hidden: "shown at the end",
      route: "Longest way",
      least: (n: number) => `from ${n}`, mostPieces: "no more pieces", turnOf: (name: string) => `It is ${name}'s turn`,
    },
    costs: {
      title: "What building costs", points: (n: number) => (n === 1 ? "1 point" : `${n} points`), none: "no points",
      perhaps: "perhaps 1 point",
    },
  },
};

export type RulesWords = typeof en;
