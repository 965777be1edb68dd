/** Die Seiten über Leute auf Deutsch. */

import type { PeopleWords } from "./en";

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
  ways: "Wege hinein", passkey: "Passkey", since: (when) => `seit ${when}`, remove: "Entfernen",
  phraseThere: "Du hast welche. Neue machen die alten ungültig.",
  phraseMissing: "Du hast keine. Sie helfen, wenn ein Passkey verloren geht.",
  replace: "Ersetzen", make: "Anlegen", addPasskey: "Noch ein Passkey",
  devices: "Angemeldet", here: "dieser Browser", lastUsed: (when) => `zuletzt ${when}`, signOut: "Abmelden",
  unknownDevice: "Ein Gerät", out: "Abgemeldet. Dein Konto gibt es weiter.", deviceOut: "Das Gerät ist abgemeldet.",
  takeAlong: "Alles mitnehmen", deleteAll: "Alles löschen",
  deleteHelp:
    "Name, Wege hinein, Chat und Spiele, die sonst niemand gespielt hat, werden endgültig " +
    "gelöscht. Spiele mit anderen " +
    "bleiben, ohne Namen an deinem Platz.",
  typeName: (name) => `Zum Löschen ${name} eintippen`, deleted: "Alles ist gelöscht.",
};
