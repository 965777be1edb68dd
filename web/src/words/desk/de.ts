/** Der Tisch des Betreibers auf Deutsch. */

import type { DeskWords } from "./en";

export const de: DeskWords = {
  title: "Aufsicht", noServer: "Der Server antwortet nicht; versuche es noch einmal.",
  parts: { overview: "Überblick", complaints: "Beschwerden", tables: "Tische", bans: "Sperren", pairs: "Paare" },
  since: (when) => `In Betrieb seit ${when}.`,
  people: (accounts, guests) =>
    `${accounts} ${accounts === 1 ? "Konto" : "Konten"}, ${guests} ${guests === 1 ? "Gast" : "Gäste"}.`,
  live: (tables, lines) => `${tables} Tische im Speicher, ${lines} Verbindungen dorthin.`,
  waiting: (n) => (n === 1 ? "1 Beschwerde ist offen." : `${n} Beschwerden sind offen.`),
  shutOut: (n) => (n === 1 ? "1 Sperre besteht." : `${n} Sperren bestehen.`),
  status: { waiting: "wartet", playing: "läuft", over: "beendet", aborted: "abgebrochen" },
  keptTitle: "Was wie lange aufgehoben wird",
  kept: {
    waiting_tables: "Tische, die nicht begonnen haben, nach der letzten Änderung",
    rated_left: "Gewertete Spiele, die alle verlassen haben", left: "Andere Spiele, die alle verlassen haben",
    finished_games: "Beendete Spiele", accounts: "Konten", closed_complaints: "Erledigte Beschwerden",
  },
  days: (n) => (n === "1" ? "1 Tag" : `${n} Tage`), always: "bis jemand es löscht",
  open: "Offen", closed: "Erledigt", none: "Hier ist nichts.", more: "Mehr", newer: "Neuere",
  about: (name, other) => `${name} über ${other}`, somebody: "jemanden",
  kinds: { abuse: "Beleidigung", cheating: "Betrug", stalling: "Verzögern", name: "Der Name", other: "Etwas anderes" },
  table: "Tisch", version: (n) => `nach ${n} Zügen`, chat: "Chat", noChat: "Niemand hatte geschrieben.",
  record: "Das Spiel, wie es kannte, wer sich beschwert", noRecord: "Das Spiel hatte nicht begonnen.",
  note: "Notiz für die Aufsicht", close: "Erledigen", look: "Ansehen", end: "Diesen Tisch beenden",
  endAsk: (name) => `${name} endgültig beenden? Niemand gewinnt.`,
  guest: "Gast", here: "da", bot: "Bot", rated: "gewertet", hidden: "privat", free: "frei",
  ban: "Sperren", silence: "Chat entziehen", subject: "Kennung, Adresse oder Netz", reason: "Grund",
  daysLabel: "Tage", daysHelp: "Leer: bis es aufgehoben wird.", chatOnly: "Nur der Chat",
  lift: "Aufheben", until: (when) => `bis ${when}`, noEnd: "ohne Ende", banned: "Es gilt.", lifted: "Aufgehoben.",
  all: "Alle",
  pairsHelp:
    "Wie dieselben zwei einander an gewerteten Tischen behandeln, in Standardabweichungen davon, alle gleich zu " +
    "behandeln. " +
    "Freunde tauschen eher, Rivalen rauben einander aus: sieh dir die Spiele an, bevor du urteilst.",
  least: "Gemeinsame Spiele, mindestens", giving: "Geben", exchanges: "Tausche", cards: "Gegebene Karten",
  robbed: "Beraubt",
  games: "Spiele", who: "Wer", whom: "Wen",
};
