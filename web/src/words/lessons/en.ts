/** The sentences around the lessons, in English; what they teach stands with the lessons (rulebook/lessons). */

export const en = {
  title: "Learn by playing", lead: "Eight lessons of two minutes. Every step is a move on a real table.",
  all: "All lessons", next: "Next lesson", again: "Once more", open: "Not done yet",
  step: (n: number, of: number) => `Step ${n} of ${of}`,
  sum: (n: number, of: number) => `${n} of ${of} stars`,
  stars: (n: number) => (n === 1 ? "1 star of 3" : `${n} stars of 3`),
  otherwise: "That is allowed, but not what is asked now. Look where it shines.",
  match: "A short match", play: "Play",
  matchText: "To 5 points against two easy opponents, with everything that you have learnt.",
};

export type LessonWords = typeof en;
