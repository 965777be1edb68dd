/** Les phrases autour des leçons, en français. */

import type { LessonWords } from "./en";

export const fr: LessonWords = {
  title: "Apprendre en jouant", lead: "Huit leçons de deux minutes. Chaque étape est un coup à une vraie table.",
  all: "Toutes les leçons", next: "Leçon suivante", again: "Encore une fois", open: "Pas encore faite",
  step: (n, of) => `Étape ${n} sur ${of}`,
  sum: (n, of) => `${n} étoiles sur ${of}`,
  stars: (n) => (n === 1 ? "1 étoile sur 3" : `${n} étoiles sur 3`),
  otherwise: "C'est permis, mais pas demandé maintenant. Regardez où ça brille.",
  match: "Une partie courte", play: "Jouer",
  matchText: "En 5 points contre deux adversaires faciles, avec tout ce que vous avez appris.",
};
