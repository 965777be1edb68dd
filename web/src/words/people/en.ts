/** Every sentence of the pages about people in English; loaded with them. */

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const en = {
  title: "My account", guestTitle: "You play as a guest", noServer: "The server does not answer; try again.",
  dialogClosed: "The dialog was closed, nothing has changed.",
  keep: "Keep my games",
  keepHelp:
    "Games, rating and name belong to this browser only. Register a name, and you come back " +
    "from any other: without a " +
    "password, without an e-mail address.",
  name: "Name", keepPasskey: "Keep by a passkey", keepPhrase: "Keep by a recovery phrase",
  noPasskeys: "Passkeys need https, or this machine's own name.",
  kept: "Your games are kept now.",
  signIn: "I have an account", signInHelp: "What you have played here as a guest goes over to it.",
  usePasskey: "Sign in by a passkey", open: "Sign in", back: "Welcome back.",
  phrase: "Recovery phrase",
  phraseHelp:
    "Write these eight words down, or keep them where you keep secrets. They are shown only now, and open your " +
    "account.",
  copy: "Copy", written: "I have written them down",
  useClub: (club: string) => `Sign in at ${club}`,
  clubThere: "It opens this account.",
  clubMissing: "It does not open this account yet.",
  ways: "Ways in", passkey: "Passkey", since: (when: string) => `since ${when}`, remove: "Remove",
  phraseThere: "You have one. A new one makes the old one void.",
  phraseMissing: "You have none. It helps when a passkey is lost.",
  replace: "Replace", make: "Make one", addPasskey: "Another passkey",
  notices: "Notices",
  noticesHelp:
    "You can be told when it is your turn at a slow table, when somebody invites you, and when a game is ready" +
    " for you. The operator allows:",
  addPush: "Tell this browser", webhook: "Address of a webhook", add: "Add",
  slowGames: "Slow games",
  holiday: "Holiday",
  holidayHelp: (most: number) =>
    `Your time at slow tables stands still meanwhile, except in tournaments. You have ${most} days a year.`,
  holidayLeft: (n: number) => (n === 1 ? "1 day is left." : `${n} days are left.`),
  holidayDays: "Days", takeHoliday: "Take a holiday now",
  holidayUntil: (when: string) => `You are on holiday until ${when}.`,
  endHoliday: "I am back",
  feed: "Feed",
  feedHelp:
    "A program that reads feeds (Atom) shows what waits for you: turns at slow tables, invitations, games found.",
  feedFresh: "Whoever has this address reads your feed. It is shown only now.",
  feedThere: "You have one. A new address makes the old one void.", newFeed: "New address",
  devices: "Signed in", here: "this browser", lastUsed: (when: string) => `last used ${when}`, signOut: "Sign out",
  unknownDevice: "A device", out: "Signed out. Your account is still there.", deviceOut: "That device is signed out.",
  takeAlong: "Take everything along", deleteAll: "Delete everything",
  deleteHelp:
    "Name, ways in, chat and games that nobody else played are deleted for good. Games with " +
    "others stay, with nobody's " +
    "name at your seat.",
  typeName: (name: string) => `Type ${name} to delete it`, deleted: "Everything is deleted.",
  programTitle: "For a program", programHelp:
    "An account can be given to a program, once and for ever: it is labelled everywhere, has a rating of its own and " +
    "signs in by tokens.",
  programType: (name: string) => `Type ${name} to give it to a program`,
  becomeProgram: "This account is a program's", programAsk: "Nobody can take this back.",
  tokens: "Tokens", tokenName: "What for", newToken: "New token",
  tokenFresh: "Write this token down; it is shown only now.", unused: "never used",
  scopes: { events: "hears of invitations and tables", play: "sits down and plays" } as Record<string, string>,
  desk: "The operator's desk",
  profile: "My profile",
  show: "Show my profile to others",
  showHelp: "Otherwise only you see it.",
  asOthers: "As others see it",
  results: "Results",
  played: (games: number, won: number, share: string) => `${count(games, "game", "games")}, ${won} won (${share}).`,
  left: (n: number) => `${n} of them ${n === 1 ? "was" : "were"} left.`,
  games: "Games",
  won: "Won",
  expected: "By chance",
  points: "Points",
  noGames: "Finished games appear here.",
  rating: "Rating",
  provisional: "Provisional: the doubt is still large.",
  ratingLine: (from: string, to: string) => `The rating over time, from ${from} to ${to}`,
  noRating: "Rated games appear here.",
  reviewed: "Luck and decisions",
  luckGame: "Luck a game",
  lostGame: "Lost by decisions a game",
  openings: "Openings",
  rank: (n: string) => `rank ${n} on average`,
  trades: (n: number) => `${count(n, "trade", "trades")} with players`,
  offersMade: (made: number, taken: number) => `asked ${count(made, "time", "times")}, ${taken} accepted`,
  offersAsked: (asked: number, accepted: number) => `was asked ${count(asked, "time", "times")}, accepted ${accepted}`,
  records: "Records", recordsPart: (from: number, to: number) => `Records ${from}–${to}`,
  tradeWorth: (own: string, theirs: string) => `${own} for you, ${theirs} for them`,
  mistakes: "Where most is lost",
  mistake: (n: number, lost: string) => `${count(n, "time", "times")}, ${lost} in all`,
  hundredths: "In hundredths of the chance to win, over all games that were reviewed.",
  noReviews: "Review finished games, and what they say is added up here.",
  latest: "Latest games",
  gameWon: "won",
  gameLost: "not won",
  kinds: {
    roll: "Rolling", road: "Roads", settle: "Settlements", city: "Cities", buy: "Buying cards", knight: "Knights",
    plenty: "Year of plenty", monopoly: "Monopoly", roads: "Road building", robber: "The robber", offer: "Offers",
    counter: "Counteroffers", propose: "Proposals", accept: "Accepting offers", refuse: "Refusing offers",
    confirm: "Choosing a partner", bank: "Trades with the supply", discard: "Discards", end: "Ending the turn",
  } as Record<string, string>,
};

export type PeopleWords = typeof en;
