import { type Actor, all, type RowRule, where } from 'grimoire';

/** The group whose members see what belongs to the north, and nothing else. */
export const salesNorth = 'Sales north';

/**
 * Row scope by the customer's region.
 * @param path the way to that region, such as `customer.region`.
 */
export function regionScope(path: string): (request: { readonly actor: Actor }) => RowRule {
  return ({ actor }) => (!actor.isSuperuser && actor.groups.includes(salesNorth) ? where(path, '=', 'north') : all);
}
