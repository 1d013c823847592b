import type { RawRow } from '../databases/statement.ts';
import type { AggregateValue } from '../model/field-type.ts';
import { parseExact } from '../model/raw-number.ts';
import type { AggregatePlan } from '../plan/plan.ts';
import type { Statement } from '../sql/compile.ts';
import { withComputedLabels } from './computed-labels.ts';

/** The aggregates of all rows or of one group, by the names of fields. */
export interface AggregatesOfRows {
  readonly count: number;
  /** The text of the sum and the number of the values of a field, which its type reads; null without values. */
  readonly totals: Readonly<Record<string, string | null>>;
  readonly min: Readonly<Record<string, AggregateValue>>;
  readonly max: Readonly<Record<string, AggregateValue>>;
  /** The value and the label of a group. */
  readonly value?: unknown;
  readonly label?: string | null;
}

/** Reads the rows of the statement of a plan. */
export function aggregatesOf(plan: AggregatePlan, statement: Statement, rows: readonly RawRow[]): readonly AggregatesOfRows[] {
  return rows.map(([group, values]) => {
    const read = parseExact(String(values)) as AggregatesOfRows;
    return plan.group ? { ...read, ...groupOf(withComputedLabels(String(group), statement)) } : read;
  });
}

/** The value and the label of a group; the text of a value may be read as JSON. */
function groupOf(text: string): Required<Pick<AggregatesOfRows, 'value' | 'label'>> {
  const { value, label } = parseExact(text) as { readonly value: unknown; readonly label: string | number | boolean | null };
  return { value, label: label === null ? null : String(label) };
}
