/** Die Sätze um die Lektionen herum auf Deutsch. */

import type { LessonWords } from "./en";

export const de: LessonWords = {
  title: "Spielend lernen", lead: "Acht Lektionen von zwei Minuten. Jeder Schritt ist ein Zug an einem echten Tisch.",
  all: "Alle Lektionen", next: "Nächste Lektion", again: "Noch einmal", open: "Noch nicht gemacht",
  step: (n, of) => `Schritt ${n} von ${of}`,
  sum: (n, of) => `${n} von ${of} Sternen`,
  stars: (n) => (n === 1 ? "1 Stern von 3" : `${n} Sterne von 3`),
  otherwise: "Das ist erlaubt, aber jetzt nicht gefragt. Schau, wo es leuchtet.",
  match: "Eine kurze Partie", play: "Spielen",
  matchText: "Bis 5 Punkte gegen zwei leichte Gegner, mit allem, was du gelernt hast.",
};
