/** Who holds an award at a real table, from what the scorekeeper enters. A test plays it against the engine (rules/score.py). */

/** ROUTE-2, ROUTE-4 to 6: lengths have changed; `aside` is what the edition does with a tie after a break. */
export function routeHolder(lengths: number[], holder: number | null, before: number[], least: number, aside: boolean): number | null {
  const longest = Math.max(...lengths);
  if (longest < least) return null;
  const leaders = lengths.flatMap((length, seat) => (length === longest ? [seat] : []));
  if (leaders.length === 1) return leaders[0];
  const cut = holder !== null && lengths[holder] < before[holder];
  return holder !== null && leaders.includes(holder) && !(cut && aside) ? holder : null;
}

/** DEV-8: the first with enough, then one with more. */
export function armyHolder(knights: number[], holder: number | null, least: number): number | null {
  const most = Math.max(...knights);
  if (most < least) return null;
  if (holder !== null && knights[holder] === most) return holder;
  return knights.indexOf(most);
}
