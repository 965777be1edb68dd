// The page's search of the rulebook in Node: the first line has the books by edition and language, every further one a question.
import { createInterface } from "node:readline";

const { Index } = await import(`${process.argv[2]}/search.js`);
let indexes;

for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  if (!indexes) {
    indexes = Object.fromEntries(Object.entries(given).map(([edition, books]) => [edition, Object.fromEntries(Object.entries(books).map(([code, book]) => [code, new Index(book)]))]));
    continue;
  }
  const books = indexes[given.edition];
  const codes = Object.keys(books);
  const asked = codes.reduce((one, other) => (books[other].familiar(given.asked) > books[one].familiar(given.asked) ? other : one));
  console.log(JSON.stringify(books[asked].ask(given.asked, 5).map(({ kind, id, score }) => [kind, id, Math.round(score * 100) / 100])));
}
