import type { RecordedSet, RowOperation } from '../databases/recording.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import { tableText } from '../model/table.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { OperationCounts } from '../store/changed-rows.ts';
import { operationCounts } from '../store/changed-rows.ts';
import type { Writes } from '../store/writes.ts';
import type { ActionTargets } from '../write/examination.ts';
import { keyOfRow } from '../write/row.ts';
import type { EffectRules } from './effect-rules.ts';
import { Effects } from './effects.ts';
import type { RecordedRows } from './recorded-rows.ts';

/** What a request has changed, and the numbers of rows in each table, by its name in the journal. */
export interface ReadEffects {
  readonly effects: Effects;
  readonly counts: ReadonlyMap<string, OperationCounts>;
}

/** Reads in its transaction what a request does. */
export class EffectReader {
  readonly #rules: ReadonlyMap<string, EffectRules>;
  readonly #rows: RecordedRows;

  constructor(rules: ReadonlyMap<string, EffectRules>, rows: RecordedRows) {
    this.#rules = rules;
    this.#rows = rows;
  }

  /** What was recorded. @param now the moment of the request. */
  async ofSet(writes: Writes, set: RecordedSet | null, now: Date): Promise<ReadEffects> {
    const effects = new Effects(this.#rules, now, set ? await this.#rows.made(writes, set.id) : new Map());
    const letters = new Map<string, Map<string, number>>();
    if (set) {
      for await (const row of this.#rows.of(writes, set.id)) {
        effects.addRow(row);
        const ofTable = letters.get(row.table) ?? new Map<string, number>();
        letters.set(row.table, ofTable.set(row.op, (ofTable.get(row.op) ?? 0) + 1));
      }
      for (const table of set.gaps) effects.add(table, '', `gap in ${table}`);
    }
    return { effects, counts: new Map(Array.from(letters, ([table, counts]) => [table, operationCounts([...counts])])) };
  }

  /** The rows of an action as they are: its handler does to them what it wants. */
  async ofTargets({ model, rows }: ActionTargets, now: Date): Promise<Effects> {
    const effects = new Effects(this.#rules, now, new Map());
    const remade = this.#rules.get(tableText(model.table))?.remade;
    const compared = model.fields.filter((field) => field.link !== undefined || remade?.has(field.column) !== true);
    for await (const row of rows()) {
      const key = keyTextOf(model, keyOfRow(model, row));
      effects.add(model.key, key, canonicalJson([model.key, key, compared.map(({ name }) => row[name] ?? null)]));
    }
    return effects;
  }

  /** Whether the key of a new row of a table is made for it. */
  makesKey(table: string, columns: readonly string[]): boolean {
    return columns.some((column) => this.#rules.get(table)?.made.has(column) === true);
  }
}

/** No rows. */
export const noRows: Readonly<Record<RowOperation, number>> = { create: 0, update: 0, delete: 0 };
