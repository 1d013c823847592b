import type { ModelRight } from '../model/actor.ts';
import type { Model } from '../model/model.ts';
import type { TableName } from '../model/table.ts';
import type { Parameter } from './parameter.ts';
import type { Assignment } from './write.ts';

/** Rows of a change set in one table. */
interface OfSet {
  /** The model by whose right it is done: that of the table, or one to whose rows those of the table belong. */
  readonly model: Model;
  readonly right: ModelRight;
  readonly table: TableName;
  readonly set: Parameter<'plain'>;
}

/** The columns of a foreign key, and those of the table that it references. */
export interface KeyColumns {
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
}

/** What is asked of the rows of a change set. */
export type SetQuestion =
  /** Locks those that are there now. */
  | { readonly do: 'lock' }
  /** As they were, as the set left them, and as they are now. */
  | { readonly do: 'compare' }
  /** Those that referenced a row, before, that is not there now. */
  | ({ readonly do: 'missing'; readonly target: TableName } & KeyColumns)
  /** Those of these rows, which the set made, that are referenced by rows of a table now which do not go with them. */
  | ({
      readonly do: 'referenced';
      readonly by: TableName;
      readonly rows: Parameter<'texts'>;
      readonly going: Parameter<'texts'>;
    } & KeyColumns);

/** Asks about the rows of a change set in one table. */
export interface SetRowsPlan extends OfSet {
  readonly kind: 'set rows';
  readonly question: SetQuestion;
}

/** How rows get back the values that they had before a change set. */
export type Restoring =
  | { readonly do: 'insert' | 'update'; readonly columns: readonly string[]; readonly values: readonly Assignment[] }
  | { readonly do: 'delete' };

/** Gives rows of a change set the values that they had before it. */
export interface RestorePlan extends OfSet {
  readonly kind: 'restore';
  /** Which rows, by their keys in the journal. */
  readonly rows: Parameter<'texts'>;
  readonly restoring: Restoring;
}
