/** The geometry of an island from the lengths of its rows, with the names of rules/topology.py. */

export const CORNER_NAMES = ["N", "NE", "SE", "S", "SW", "NW"] as const;
export const SIDE_NAMES = ["NE", "E", "SE", "SW", "W", "NW"] as const; // side k joins corners k and k + 1
const CORNER_OFFSETS = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]] as const;

export const R = 60; // a hex's radius in the units of the drawing
const UNIT_X = (Math.sqrt(3) / 2) * R;
const UNIT_Y = R / 2;

export interface Point {
  x: number;
  y: number;
}

export interface Corner extends Point {
  name: string;
  hexes: string[];
}

export interface Edge {
  name: string;
  a: Corner;
  b: Corner;
  mid: Point;
  hexes: string[];
}

export interface Tile extends Point {
  name: string;
  corners: Corner[];
}

export interface Island {
  tiles: Map<string, Tile>;
  corners: Map<string, Corner>; // by every alias
  edges: Map<string, Edge>; // by every alias
  allCorners: Corner[];
  allEdges: Edge[];
  width: number;
  height: number;
}

const made = new Map<string, Island>();

export function island(rows: readonly number[]): Island {
  const key = rows.join();
  let found = made.get(key);
  if (!found) made.set(key, (found = build(rows)));
  return found;
}

function build(rows: readonly number[]): Island {
  const widest = Math.max(...rows);
  const corners = new Map<string, Corner>();
  const edges = new Map<string, Edge>();
  const tiles = new Map<string, Tile>();
  const cornerAt = new Map<string, Corner>();
  const edgeAt = new Map<string, Edge>();
  const middle = { x: widest - 1, y: (3 * (rows.length - 1)) / 2 };
  rows.forEach((length, row) => {
    for (let place = 0; place < length; place++) {
      const name = `${String.fromCharCode(65 + row)}${place + 1}`;
      const gx = widest - length + 2 * place;
      const gy = 3 * row;
      const around = CORNER_OFFSETS.map(([dx, dy], k) => {
        const at = `${gx + dx},${gy + dy}`;
        let corner = cornerAt.get(at);
        if (!corner) {
          corner = { name: `${name}.${CORNER_NAMES[k]}`, x: (gx + dx - middle.x) * UNIT_X, y: (gy + dy - middle.y) * UNIT_Y, hexes: [] };
          cornerAt.set(at, corner);
        }
        corner.hexes.push(name);
        corners.set(`${name}.${CORNER_NAMES[k]}`, corner);
        return corner;
      });
      SIDE_NAMES.forEach((side, k) => {
        const [a, b] = [around[k], around[(k + 1) % 6]];
        const at = [a.name, b.name].sort().join();
        let edge = edgeAt.get(at);
        if (!edge) {
          edge = { name: `${name}.${side}`, a, b, mid: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, hexes: [] };
          edgeAt.set(at, edge);
        }
        edge.hexes.push(name);
        edges.set(`${name}.${side}`, edge);
      });
      tiles.set(name, { name, x: (gx - middle.x) * UNIT_X, y: (gy - middle.y) * UNIT_Y, corners: around });
    }
  });
  const sea = R * 1.12; // room for the harbors
  return {
    tiles,
    corners,
    edges,
    allCorners: [...cornerAt.values()],
    allEdges: [...edgeAt.values()],
    width: 2 * (widest * UNIT_X + sea),
    height: 2 * ((rows.length * 3 + 1) * (UNIT_Y / 2) + sea * 0.92),
  };
}

/** Of these points, the one that lies best in the direction of an arrow key; null when none lies there. */
export function toward<T extends Point>(from: Point, key: string, places: readonly T[]): T | null {
  const [dx, dy] = ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as Record<string, [number, number]>)[key] ?? [0, 0];
  let best: T | null = null;
  let least = Infinity;
  for (const place of places) {
    const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const across = Math.abs((place.x - from.x) * dy + (place.y - from.y) * dx);
    if (along < 1 || across > along * 2.2) continue;
    const cost = along + 1.6 * across;
    if (cost < least) [least, best] = [cost, place];
  }
  return best;
}

/** Where a harbor's badge floats: out at sea in front of the middle of its edge. */
export function offshore(edge: Edge, tile: Tile, distance: number): Point {
  const [dx, dy] = [edge.mid.x - tile.x, edge.mid.y - tile.y];
  const length = Math.hypot(dx, dy);
  return { x: edge.mid.x + (dx / length) * distance, y: edge.mid.y + (dy / length) * distance };
}

export function outline(tile: Point, radius: number): string {
  return CORNER_OFFSETS.map(([dx, dy]) => `${(tile.x + dx * (Math.sqrt(3) / 2) * radius).toFixed(1)},${(tile.y + (dy / 2) * radius).toFixed(1)}`).join(" ");
}
