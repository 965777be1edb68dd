/** Variations in the browser: the same form as sevenhex/study/tree.py, as a file and as a link. */

import type { Start, Step } from "./api";

export interface Node {
  by: number;
  action: string;
  name: string;
  comment: string;
  children: Node[];
}

export interface Study {
  name: string;
  start: Start;
  root: Node;
}

const FORMAT = "sevenhex-study";

export const node = (by = -1, action = ""): Node => ({ by, action, name: "", comment: "", children: [] });

export const stepsOf = (way: Node[]): Step[] => way.map((each) => [each.by, each.action]);

function isNode(data: unknown): data is Node {
  const found = data as Node;
  return !!found && typeof found.by === "number" && [found.action, found.name, found.comment].every((each) => typeof each === "string") && Array.isArray(found.children) && found.children.every(isNode);
}

export function dump(study: Study): string {
  return JSON.stringify({ format: FORMAT, version: 1, name: study.name, start: study.start.text, entries: study.start.entries, root: study.root });
}

/** The inverse; throws what a person can read. */
export function load(text: string): Study {
  const data = JSON.parse(text);
  if (data?.format !== FORMAT || data.version !== 1 || typeof data.start !== "string" || !isNode(data.root)) throw new Error(FORMAT);
  return { name: String(data.name ?? ""), start: { text: data.start, entries: data.entries ?? null }, root: data.root };
}

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>)).arrayBuffer());
}

export async function pack(study: Study): Promise<string> {
  const packed = await through(new TextEncoder().encode(dump(study)), new CompressionStream("deflate"));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpack(link: string): Promise<Study> {
  const letters = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate"));
  return load(new TextDecoder().decode(bytes));
}

/** Find the way to a node. */
export function wayTo(root: Node, wanted: Node): Node[] {
  for (const child of root.children) {
    if (child === wanted) return [child];
    const rest = wayTo(child, wanted);
    if (rest.length) return [child, ...rest];
  }
  return [];
}
