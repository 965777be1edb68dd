/**
 * Questions in people's own words: a small index over clauses, almanac and examples, made in the page, so that it needs no network.
 * It answers as `sevenhex/rulebook/search.py` does, which says why each step is taken; tests/web/test_rules_search.py compares the two.
 */

import type { Rulebook } from "../lib/rest";

export type Kind = "clause" | "almanac" | "example";

export interface Found {
  kind: Kind;
  id: string;
  title: string;
  text: string;
  clause: string; // the rule to quote
  score: number;
}

const TITLE_WEIGHT = 2.5;
const SYNONYM_WEIGHT = 4;
const NUMBER_WEIGHT = 100;
const LEAD: Record<Kind, number> = { clause: 1.15, almanac: 1, example: 0.75 };
const SHOWN = 0.3;
const BEGUN = 0.8;
const RELATED = 0.5;
const MISSPELT = 0.6;
const SAME = 0.9;
const ALIKE = 0.65;
const SHORTEST = 3;
const LONG = 6;
const ENDINGS = ["ungen", "ing", "ung", "ies", "es", "en", "er", "ed", "s", "e", "n"];

const fold = (text: string) => text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("œ", "oe");
const wordsOf = (text: string) => fold(text).match(/[a-z0-9]+/g) ?? [];

function stem(word: string): string {
  const ending = ENDINGS.find((each) => word.endsWith(each) && word.length - each.length >= SHORTEST + 1);
  return ending ? word.slice(0, -ending.length) : word;
}
const stems = (text: string) => wordsOf(text).map(stem);

/** Letters to change, add, drop or exchange with the next to make one word of the other; more than `most` are not counted. */
function mistakes(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [earlier, before, row]: number[][] = [[], [], Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i++) {
    [earlier, before, row] = [before, row, [i]];
    for (let j = 1; j <= other.length; j++) {
      let cost = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, earlier[j - 2] + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
  }
  return row[other.length];
}

/** How many letters two words share at their beginning, when that is most of the longer one or all of a shorter one; else 0. */
function begunAlike(one: string, other: string): number {
  let shared = 0;
  while (shared < Math.min(one.length, other.length) && one[shared] === other[shared]) shared++;
  const enough = shared > SHORTEST && shared >= ALIKE * Math.max(one.length, other.length);
  return enough || (shared >= SHORTEST && shared === one.length) ? shared : 0;
}

interface Text {
  kind: Kind;
  id: string;
  title: string;
  text: string;
  clause: string;
}

/** One rulebook, ready to be asked. */
export class Index {
  private readonly texts = new Map<string, Text>();
  private readonly weights = new Map<string, Map<string, number>>();
  private readonly rarity = new Map<string, number>();
  private readonly synonyms: [string[], Set<string>][];
  private readonly ignored: Set<string>;
  private readonly otherWords = new Map<string, Set<string>>();
  private readonly known = new Set<string>();

  constructor(private readonly book: Rulebook) {
    for (const page of Object.values(book.clauses)) this.add({ kind: "clause", id: page.id, title: page.title, text: page.text, clause: page.id });
    for (const entry of book.almanac) this.add({ kind: "almanac", id: entry.id, title: entry.title, text: entry.text, clause: entry.clauses[0] });
    for (const page of Object.values(book.examples)) this.add({ kind: "example", id: page.id, title: "", text: page.text, clause: page.clause });
    const documents = new Map<string, Map<string, number>>();
    const spread = new Map<string, number>();
    for (const [key, { title, text }] of this.texts) {
      const counts = new Map<string, number>();
      for (const each of stems(text)) counts.set(each, (counts.get(each) ?? 0) + 1);
      for (const each of stems(title)) counts.set(each, (counts.get(each) ?? 0) + TITLE_WEIGHT);
      documents.set(key, counts);
      for (const each of counts.keys()) spread.set(each, (spread.get(each) ?? 0) + 1);
    }
    for (const [each, number] of spread) this.rarity.set(each, Math.log(1 + documents.size / number));
    for (const [key, counts] of documents) {
      const length = Math.sqrt([...counts.values()].reduce((all, number) => all + number, 0));
      for (const [each, number] of counts) {
        const row = this.weights.get(each) ?? new Map<string, number>();
        row.set(key, (this.rarity.get(each)! * Math.sqrt(number)) / Math.sqrt(length));
        this.weights.set(each, row);
      }
    }
    const titles = new Map(book.almanac.map(({ id, title }) => [id, title]));
    const meant = new Set([...titles.keys(), ...Object.keys(book.clauses)]);
    const sayings = new Map<string, [string[], Set<string>]>(); // two sayings with the same stems are one
    for (const [words, names] of Object.entries(book.synonyms)) {
      const said = stems(words);
      const row = sayings.get(said.join(" ")) ?? [said, new Set<string>()];
      for (const name of [names].flat()) if (meant.has(name)) row[1].add(name); // a document kept from before names one
      sayings.set(said.join(" "), row);
      if (said.length > 1) continue;
      const others = this.otherWords.get(said[0]) ?? new Set<string>();
      for (const name of [names].flat()) for (const each of stems(titles.get(name) ?? book.words[name] ?? "")) others.add(each);
      this.otherWords.set(said[0], others);
    }
    this.synonyms = [...sayings.values()];
    this.ignored = new Set(book.ignored ?? []); // a document kept from before has none
    for (const each of this.weights.keys()) this.known.add(each);
    for (const [words] of this.synonyms) for (const each of words) this.known.add(each);
  }

  private add(text: Text): void {
    this.texts.set(`${text.kind} ${text.id}`, text);
  }

  /** What one stem of a question may mean among those of the texts, the most likely first. */
  private read(given: string): Map<string, number> {
    const found = new Map(this.nearest(given));
    for (const [each, likeness] of [...found]) for (const other of this.otherWords.get(each) ?? []) if (!found.has(other)) found.set(other, likeness * SAME);
    return found;
  }

  private nearest(given: string): [string, number][] {
    const known: [string, number][] = this.known.has(given) ? [[given, 1]] : [];
    if (given.length < SHORTEST) return known;
    const begun = [...this.known].filter((each) => each !== given).map((each) => [each, begunAlike(given, each)] as const).filter(([, shared]) => shared);
    if (known.length || begun.length) return [...known, ...begun.sort(([, a], [, b]) => b - a).slice(0, 5).map(([each]): [string, number] => [each, known.length ? RELATED : BEGUN])];
    const most = given.length <= SHORTEST ? 0 : given.length < LONG ? 1 : 2;
    const near = [...this.known].map((each) => [each, mistakes(given, each, most)] as const).filter(([, wrong]) => wrong <= most);
    return near.sort(([, a], [, b]) => a - b).slice(0, 3).map(([each]) => [each, MISSPELT]);
  }

  /** The share of a question's words that this language has: its small words tell most. */
  familiar(question: string): number {
    const said = wordsOf(question);
    return said.filter((word) => this.ignored.has(word) || this.known.has(stem(word))).length / Math.max(1, said.length);
  }

  private scores(question: string): Map<string, number> {
    const said = wordsOf(question);
    const asked = said.map(stem);
    const meant = new Map<string, Map<string, number>>();
    said.forEach((word, at) => { if (!this.ignored.has(word)) meant.set(asked[at], this.read(asked[at])); });
    const found = new Map<string, number>();
    const had = new Map<string, number>();
    const more = (key: string, weight: number) => found.set(key, (found.get(key) ?? 0) + weight);
    for (const near of meant.values()) {
      const best = new Map<string, number>();
      for (const [known, likeness] of near) for (const [key, weight] of this.weights.get(known) ?? []) best.set(key, Math.max(best.get(key) ?? 0, weight * likeness));
      for (const [key, weight] of best) {
        more(key, weight * LEAD[this.texts.get(key)!.kind]);
        had.set(key, (had.get(key) ?? 0) + 1);
      }
    }
    for (const [key, score] of found) found.set(key, score * Math.sqrt(had.get(key)! / meant.size));
    for (const example of Object.values(this.book.examples)) {
      const score = found.get(`example ${example.id}`);
      if (score) more(`clause ${example.clause}`, score * SHOWN);
    }
    for (const entry of this.book.almanac) {
      const score = found.get(`almanac ${entry.id}`);
      if (score) for (const clause of entry.clauses.slice(0, 2)) more(`clause ${clause}`, score * SHOWN);
    }
    this.addSynonyms(asked.map((each) => meant.get(each)?.keys().next().value ?? each), more);
    return found;
  }

  private addSynonyms(asked: string[], more: (key: string, weight: number) => void): void {
    const rarest = Math.max(...this.rarity.values());
    const clausesOf = new Map(this.book.almanac.map(({ id, clauses }) => [id, clauses]));
    for (const [said, names] of this.synonyms) {
      if (!asked.some((_, at) => said.every((each, i) => asked[at + i] === each))) continue;
      const weight = (SYNONYM_WEIGHT * said.reduce((all, each) => all + (this.rarity.get(each) ?? rarest), 0)) / (rarest * Math.sqrt(said.length));
      for (const name of names) {
        more(name in this.book.clauses ? `clause ${name}` : `almanac ${name}`, weight);
        for (const clause of clausesOf.get(name)?.slice(0, 2) ?? []) more(`clause ${clause}`, weight / 2);
      }
    }
  }

  /** The best answers; they may be given in another language, by its book of the same edition. */
  ask(question: string, most: number, home: Index = this): Found[] {
    const best = this.scores(question);
    const named = [...question.matchAll(/\b([A-Za-z]{3,5})-(\d{1,2})\b/g), ...question.matchAll(/^\s*([A-Za-z]{3,5}) ?(\d{1,2})\s*$/g)]; // "trade 3 sheep" names none
    for (const [, subject, number] of named) {
      const id = `${subject.toUpperCase()}-${number}`;
      if (id in home.book.clauses) best.set(`clause ${id}`, (best.get(`clause ${id}`) ?? 0) + NUMBER_WEIGHT);
    }
    const answers: Found[] = [];
    const answered = new Set<string>();
    for (const [key, score] of [...best].sort(([, a], [, b]) => b - a)) {
      const text = home.texts.get(key)!;
      if (text.kind === "example" && answered.has(text.clause)) continue; // its rule stands there already
      answers.push({ ...text, title: text.title || home.book.clauses[text.clause].title, score });
      if (text.kind === "clause") answered.add(text.id);
      if (answers.length === most) break;
    }
    return answers;
  }
}
