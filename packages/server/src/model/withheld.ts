import type { ModelRight, TrashRight } from './actor.ts';

/** The reason why no user has a right on a model. */
export interface Withheld {
  /** The end of a sentence. */
  readonly reason: string;
  /** The obstacle: the whole table, or a value that new rows must have. */
  readonly of: 'table' | 'column';
  /** Whether the reason names a column that users may not know about. */
  readonly isConcealed: boolean;
}

/** Rights that no user has, whatever their permissions: the database would refuse the operation. */
export type WithheldRights = ReadonlyMap<ModelRight | TrashRight, Withheld>;

/** Whether the database forbids all writes to the table. */
export function isUnwritable(withheld: WithheldRights): boolean {
  return (['add', 'change', 'delete', 'purge'] as const).every((right) => withheld.get(right)?.of === 'table');
}
