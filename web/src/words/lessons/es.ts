/** Las frases alrededor de las lecciones, en español. */

import type { LessonWords } from "./en";

export const es: LessonWords = {
  title: "Aprender jugando", lead: "Ocho lecciones de dos minutos. Cada paso es una jugada en una mesa de verdad.",
  all: "Todas las lecciones", next: "Lección siguiente", again: "Otra vez", open: "Aún sin hacer",
  step: (n, of) => `Paso ${n} de ${of}`,
  sum: (n, of) => `${n} estrellas de ${of}`,
  stars: (n) => (n === 1 ? "1 estrella de 3" : `${n} estrellas de 3`),
  otherwise: "Está permitido, pero no es lo que toca ahora. Mira dónde brilla.",
  match: "Una partida corta", play: "Jugar",
  matchText: "A 5 puntos contra dos rivales fáciles, con todo lo que has aprendido.",
};
