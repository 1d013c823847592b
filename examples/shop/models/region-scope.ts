import { type Actor, all, none, or, type RowRule, where } from 'grimoire';

/** The group whose members see what belongs to the north, and nothing else. */
export const salesNorth = 'Sales north';

/** What each group opens. Who is in none of them sees nothing: leaving a group, or never being in one, widens nothing. */
const regionsOf: Readonly<Record<string, 'every' | readonly string[]>> = { Support: 'every', [salesNorth]: ['north'] };

/** The regions that an actor sees. */
export function visibleRegions({ isSuperuser, groups }: Actor): 'every' | readonly string[] {
  if (isSuperuser) return 'every';
  const opened = groups.flatMap((group) => (Object.hasOwn(regionsOf, group) ? [regionsOf[group] ?? []] : []));
  return opened.includes('every') ? 'every' : opened.flat();
}

/**
 * Row scope by the customer's region.
 * @param path the way to that region, such as `customer.region`.
 */
export function regionScope(path: string): (request: { readonly actor: Actor }) => RowRule {
  return ({ actor }) => {
    const regions = visibleRegions(actor);
    if (regions === 'every') return all;
    return regions.length === 0 ? none : or(...regions.map((region) => where(path, '=', region)));
  };
}
