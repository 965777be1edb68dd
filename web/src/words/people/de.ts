/** Die Seiten über Leute auf Deutsch. */

import type { PeopleWords } from "./en";

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const de: PeopleWords = {
  title: "Mein Konto", guestTitle: "Du spielst als Gast",
  noServer: "Der Server antwortet nicht; versuche es noch einmal.",
  dialogClosed: "Der Dialog wurde geschlossen, nichts hat sich geändert.",
  keep: "Meine Spiele behalten",
  keepHelp:
    "Spiele, Wertung und Name gehören nur diesem Browser. Melde einen Namen an, und du kommst " +
    "aus jedem anderen zurück: " +
    "ohne Passwort, ohne E-Mail-Adresse.",
  name: "Name", keepPasskey: "Mit einem Passkey behalten", keepPhrase: "Mit Wiederherstellungswörtern behalten",
  noPasskeys: "Passkeys brauchen https oder den eigenen Namen dieses Rechners.",
  kept: "Deine Spiele bleiben dir jetzt.",
  signIn: "Ich habe ein Konto", signInHelp: "Was du hier als Gast gespielt hast, geht darauf über.",
  usePasskey: "Mit einem Passkey anmelden", open: "Anmelden", back: "Willkommen zurück.",
  phrase: "Wiederherstellungswörter",
  phraseHelp:
    "Schreibe diese acht Wörter auf oder bewahre sie dort auf, wo du Geheimnisse bewahrst. Sie " +
    "werden nur jetzt gezeigt " +
    "und öffnen dein Konto.",
  copy: "Kopieren", written: "Ich habe sie aufgeschrieben",
  useClub: (club) => `Bei ${club} anmelden`,
  clubThere: "Damit öffnest du dieses Konto.",
  clubMissing: "Damit öffnest du dieses Konto noch nicht.",
  ways: "Wege hinein", passkey: "Passkey", since: (when) => `seit ${when}`, remove: "Entfernen",
  phraseThere: "Du hast welche. Neue machen die alten ungültig.",
  phraseMissing: "Du hast keine. Sie helfen, wenn ein Passkey verloren geht.",
  replace: "Ersetzen", make: "Anlegen", addPasskey: "Noch ein Passkey",
  notices: "Nachrichten",
  noticesHelp:
    "Du kannst erfahren, wann du an einem langsamen Tisch am Zug bist, wer dich einlädt und wann ein Spiel für" +
    " dich bereit ist. Erlaubt sind hier:",
  addPush: "Diesem Browser sagen", webhook: "Adresse eines Webhooks", add: "Hinzufügen",
  slowGames: "Langsame Spiele",
  holiday: "Urlaub",
  holidayHelp: (most) =>
    `Deine Zeit an langsamen Tischen steht so lange, außer in Turnieren. Du hast ${most} Tage im Jahr.`,
  holidayLeft: (n) => (n === 1 ? "1 Tag ist übrig." : `${n} Tage sind übrig.`),
  holidayDays: "Tage", takeHoliday: "Jetzt Urlaub nehmen", holidayUntil: (when) => `Du bist im Urlaub bis ${when}.`,
  endHoliday: "Ich bin zurück",
  feed: "Feed",
  feedHelp:
    "Ein Programm, das Feeds (Atom) liest, zeigt, was auf dich wartet: Züge an langsamen Tischen, Einladungen, " +
    "gefundene Spiele.",
  feedFresh: "Wer diese Adresse hat, liest deinen Feed. Sie wird nur jetzt gezeigt.",
  feedThere: "Du hast einen. Eine neue Adresse macht die alte ungültig.", newFeed: "Neue Adresse",
  devices: "Angemeldet", here: "dieser Browser", lastUsed: (when) => `zuletzt ${when}`, signOut: "Abmelden",
  unknownDevice: "Ein Gerät", out: "Abgemeldet. Dein Konto gibt es weiter.", deviceOut: "Das Gerät ist abgemeldet.",
  takeAlong: "Alles mitnehmen", deleteAll: "Alles löschen",
  deleteHelp:
    "Name, Wege hinein, Chat und Spiele, die sonst niemand gespielt hat, werden endgültig " +
    "gelöscht. Spiele mit anderen " +
    "bleiben, ohne Namen an deinem Platz.",
  typeName: (name) => `Zum Löschen ${name} eintippen`, deleted: "Alles ist gelöscht.",
  programTitle: "Für ein Programm", programHelp:
    "Ein Konto kann einem Programm gegeben werden, einmal und für immer: es ist überall gekennzeichnet, hat eine " +
    "eigene " +
    "Wertung und meldet sich mit Schlüsseln an.",
  programType: (name) => `Tippe ${name}, um es einem Programm zu geben`,
  becomeProgram: "Dieses Konto gehört einem Programm", programAsk: "Niemand kann das zurücknehmen.",
  tokens: "Schlüssel", tokenName: "Wofür", newToken: "Neuer Schlüssel",
  tokenFresh: "Schreibe diesen Schlüssel auf; er wird nur jetzt gezeigt.", unused: "noch nie benutzt",
  scopes: { events: "erfährt von Einladungen und Tischen", play: "setzt sich und spielt" },
  desk: "Zur Aufsicht",
  profile: "Mein Profil",
  show: "Mein Profil anderen zeigen",
  showHelp: "Sonst siehst nur du es.",
  asOthers: "Wie andere es sehen",
  results: "Ergebnisse",
  played: (games, won, share) => `${count(games, "Spiel", "Spiele")}, ${won} gewonnen (${share}).`,
  left: (n) => `${count(n, "davon wurde", "davon wurden")} verlassen.`,
  games: "Spiele",
  won: "Gewonnen",
  expected: "Durch Zufall",
  points: "Punkte",
  noGames: "Hier erscheinen beendete Spiele.",
  rating: "Wertung",
  provisional: "Vorläufig: der Zweifel ist noch groß.",
  ratingLine: (from, to) => `Die Wertung im Lauf der Zeit, von ${from} bis ${to}`,
  noRating: "Hier erscheinen gewertete Spiele.",
  reviewed: "Glück und Entscheidungen",
  luckGame: "Glück je Spiel",
  lostGame: "Durch Entscheidungen verloren je Spiel",
  openings: "Eröffnungen",
  rank: (n) => `im Mittel Rang ${n}`,
  trades: (n) => `${count(n, "Tausch", "Tausche")} mit Mitspielern`,
  offersMade: (made, taken) => `${made}-mal gefragt, ${taken} angenommen`,
  offersAsked: (asked, accepted) => `${asked}-mal gefragt worden, ${accepted} angenommen`,
  records: "Aufzeichnungen", recordsPart: (from, to) => `Aufzeichnungen ${from}–${to}`,
  tradeWorth: (own, theirs) => `${own} für dich, ${theirs} für sie`,
  mistakes: "Wo am meisten verloren geht",
  mistake: (n, lost) => `${n === 1 ? "einmal" : `${n}-mal`}, zusammen ${lost}`,
  hundredths: "In Hundertsteln der Gewinnaussicht, über alle durchgesehenen Spiele.",
  noReviews: "Sieh beendete Spiele durch; was dabei herauskommt, wird hier zusammengezählt.",
  latest: "Letzte Spiele",
  gameWon: "gewonnen",
  gameLost: "nicht gewonnen",
  kinds: {
    roll: "Würfeln", road: "Straßen", settle: "Siedlungen", city: "Städte", buy: "Karten kaufen", knight: "Ritter",
    plenty: "Erfindung", monopoly: "Monopol", roads: "Straßenbau", robber: "Der Räuber", offer: "Angebote",
    counter: "Gegenangebote", propose: "Vorschläge", accept: "Angebote annehmen", refuse: "Angebote ablehnen",
    confirm: "Wahl des Partners", bank: "Tausch mit dem Vorrat", discard: "Abwerfen", end: "Zugende",
  },
};
