// The page's own pledge and check in Node, driven by lines of JSON: what the table says comes in, what the page sends goes out.
import { createInterface } from "node:readline";

const kept = {};
globalThis.localStorage = Object.defineProperties(kept, {
  getItem: { value: (key) => kept[key] ?? null },
  setItem: { value: (key, text) => void (kept[key] = text) },
  removeItem: { value: (key) => delete kept[key] },
});
const { follow, recall, rulesOf } = await import(`${process.argv[2]}/pledge.js`);
const { verify } = await import(`${process.argv[2]}/fair.js`);

for await (const line of createInterface({ input: process.stdin })) {
  const { table, answers, record } = JSON.parse(line);
  const sent = [];
  if (record) console.log(JSON.stringify(await verify(record, recall(table.code), null, rulesOf?.(table) ?? null)));
  else {
    await follow(table, async (command) => {
      sent.push(command);
      return { type: answers ? "done" : "refused" };
    });
    console.log(JSON.stringify(sent));
  }
}
