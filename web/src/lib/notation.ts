/** Action texts as docs/protocol.md spells them: read what is legal, write what the player means. No rule is decided here. */

import { RESOURCES, type Bundle, type Colour, type Resource } from "./types";

export interface Menu {
  roads: string[];
  settlements: string[];
  cities: string[];
  robber: Map<string, (Colour | null)[]>; // hex -> the victims to choose from
  discards: Resource[];
  bank: { give: Resource; rate: number; get: Resource; action: string }[];
  plenty: Resource[][];
  monopoly: Resource[];
  confirm: Colour[];
  take: Colour[];
  decline: Colour[];
  plain: Set<string>; // roll, end, buy, knight, road_building, stop, accept, refuse, withdraw
}

export function readMenu(legal: readonly string[]): Menu {
  const menu: Menu = {
    roads: [], settlements: [], cities: [], robber: new Map(), discards: [], bank: [], plenty: [], monopoly: [], confirm: [], take: [], decline: [], plain: new Set(),
  };
  for (const action of legal) {
    const [verb, ...rest] = action.split(" ");
    if (!rest.length) menu.plain.add(verb);
    else if (verb === "road") menu.roads.push(rest[0]);
    else if (verb === "settle") menu.settlements.push(rest[0]);
    else if (verb === "city") menu.cities.push(rest[0]);
    else if (verb === "robber") {
      const victims = menu.robber.get(rest[0]) ?? [];
      victims.push((rest[2] as Colour | undefined) ?? null);
      menu.robber.set(rest[0], victims);
    } else if (verb === "discard") menu.discards.push(rest[0] as Resource);
    else if (verb === "bank") menu.bank.push({ rate: Number(rest[0]), give: rest[1] as Resource, get: rest[4] as Resource, action });
    else if (verb === "plenty") menu.plenty.push(rest as Resource[]);
    else if (verb === "monopoly") menu.monopoly.push(rest[0] as Resource);
    else if (verb === "confirm") menu.confirm.push(rest[0] as Colour);
    else if (verb === "take") menu.take.push(rest[0] as Colour);
    else if (verb === "decline") menu.decline.push(rest[0] as Colour);
  }
  return menu;
}

export function bundleText(bundle: Bundle): string {
  return RESOURCES.filter((resource) => bundle[resource]).map((resource) => `${bundle[resource]} ${resource}`).join(" ");
}

export function tradeText(verb: "offer" | "counter" | "propose", give: Bundle, get: Bundle, to: Colour[] = []): string {
  return `${verb} ${bundleText(give)} for ${bundleText(get)}${to.length ? ` to ${to.join(" ")}` : ""}`;
}

export function size(bundle: Bundle | null | undefined): number {
  return bundle ? RESOURCES.reduce((sum, resource) => sum + (bundle[resource] ?? 0), 0) : 0;
}
