// The scorekeeper's own judgement of the awards in Node: every line of JSON is a question, every answer a line.
import { createInterface } from "node:readline";

const { armyHolder, routeHolder } = await import(`${process.argv[2]}/awards.js`);

for await (const line of createInterface({ input: process.stdin })) {
  const { lengths, before, aside, knights, holder, army, least, fewest } = JSON.parse(line);
  console.log(JSON.stringify({ route: routeHolder(lengths, holder, before, least, aside), army: armyHolder(knights, army, fewest) }));
}
