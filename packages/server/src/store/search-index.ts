import { type AuthorizedPlan, narrowed } from '../authorize/authorize.ts';
import type { Dialect } from '../databases/dialect.ts';
import type { RawStatement } from '../databases/statement.ts';
import type { SearchIndex } from '../model/table.ts';
import { isPlainColumn } from '../databases/type-sql.ts';
import type { Condition } from '../plan/condition.ts';
import { plain } from '../plan/parameter.ts';
import type { AggregatePlan, CountPlan, ListPlan, AutocompletePlan } from '../plan/plan.ts';

/** Plans that look for texts. */
export type SearchingPlan = CountPlan | ListPlan | AutocompletePlan | AggregatePlan;

/** The most rows that are found by a search index for a page: more are in a page sooner if the rows are read in their order. */
const fewRows = 10_000;

/** The same for a count or an aggregate, which read all rows that match. */
const countedRows = 100_000;

/** Counts rows, up to a limit. */
type CountRows = (statement: RawStatement) => Promise<number>;

/**
 * The same plan with the rows that the search index of its table finds, if it finds only a few. The conditions of the plan remain: an index
 * may find more rows than those that match.
 */
export async function bySearchIndex<P extends SearchingPlan>(
  authorized: AuthorizedPlan<P>,
  dialect: Dialect,
  count: CountRows,
): Promise<AuthorizedPlan<P>> {
  const { plan, where } = authorized;
  const index = plan.model.table.searchIndex;
  const words = dialect.fragments.searchIndex;
  if (!index || !words) return authorized;
  const match = words.match(textsIn(where, index, dialect));
  if (match === null) return authorized;
  const limit = plan.kind === 'count' || plan.kind === 'aggregate' ? countedRows : fewRows;
  const rowCount = await count({ ...dialect.fragments.compile(words.rowsUpTo(index, match, limit + 1)), isLong: true });
  return rowCount > limit ? authorized : narrowed(authorized, { kind: 'indexed', index, match: plain(match) });
}

/** The texts of which each row contains every one in the columns of the index. */
function textsIn(condition: Condition, index: SearchIndex, dialect: Dialect): string[] {
  if (condition.kind === 'and') return condition.parts.flatMap((part) => textsIn(part, index, dialect));
  const alternatives = condition.kind === 'or' ? condition.parts : [condition];
  const texts = new Set(alternatives.map((part) => textOf(part, index, dialect)));
  const [text] = texts;
  return texts.size === 1 && text !== undefined && text !== null ? [text] : [];
}

/** The text that a column of the index has to contain; null for any other condition. */
function textOf(condition: Condition, { columns }: SearchIndex, { types }: Dialect): string | null {
  if (condition.kind !== 'text' || condition.path.steps.length > 0) return null;
  const { field } = condition.path;
  const [text = null, ...others] = condition.texts.binding.given;
  return isPlainColumn(field, types) && others.length === 0 && columns.includes(field.column) ? text : null;
}
