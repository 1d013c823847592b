import { hash } from 'node:crypto';
import { type RecordedRow, type RowState } from './recorded-rows.ts';
import type { EffectRules } from './effect-rules.ts';

/** Something that a request does to one row: the table or model, the key of the row, and a digest. */
export type Effect = readonly [table: string, key: string, digest: string];

/** The most effects that are kept to tell what differs. */
const maxKept = 10_000;

/** Milliseconds between the moment of a request and one that a trigger, a hook or the database writes during it. */
const sameMoment = 10_000;

/** What a request does, without what differs between two runs of it. */
export class Effects {
  readonly #rules: ReadonlyMap<string, EffectRules>;
  readonly #now: number;
  /** The keys of the rows that it has made, by their table. */
  readonly #made: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #digests: string[] = [];
  readonly #kept: Effect[] = [];

  /** @param made the rows that the request has made. */
  constructor(rules: ReadonlyMap<string, EffectRules>, now: Date, made: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#rules = rules;
    this.#now = now.getTime();
    this.#made = made;
  }

  /** The first of them. */
  get kept(): readonly Effect[] {
    return this.#kept;
  }

  /** A digest of all, whatever their order. */
  get digest(): string {
    return hash('sha256', this.#digests.toSorted().join(), 'base64url');
  }

  /** Adds something that is compared as a text. */
  add(table: string, key: string, text: string): void {
    const digest = hash('sha256', text, 'base64url').slice(0, 16);
    this.#digests.push(digest);
    if (this.#kept.length < maxKept) this.#kept.push([table, key, digest]);
  }

  /** Adds a recorded change of a row. */
  addRow(row: RecordedRow): void {
    const { table, op, key, before, after, omitted } = row;
    const state = (values: RowState | null): unknown => values && this.#compared(row, values);
    const isNew = op === 'I';
    this.add(table, isNew ? '' : row.keyText, JSON.stringify([table, op, isNew ? state(key) : key, state(before), state(after), omitted]));
  }

  /** The columns of a state that two runs have in common. */
  #compared({ table, op, after }: RecordedRow, values: RowState): unknown {
    const rules = this.#rules.get(table);
    const isIgnored = (column: string): boolean => {
      if ((op === 'I' ? rules?.made : rules?.remade)?.has(column)) return true;
      const now = rules?.moments.has(column) ? momentOf(after?.[column]) : undefined;
      return now !== undefined && Math.abs(now - this.#now) < sameMoment;
    };
    const columns = Object.keys(values).filter((column) => !isIgnored(column));
    return columns.toSorted().map((column) => [column, this.#withoutNew(rules?.references.get(column), values[column])]);
  }

  /** A value that is the key of a row which the request has made is another one in each run. */
  #withoutNew(target: string | undefined, value: string | null | undefined): unknown {
    const isNew = target !== undefined && typeof value === 'string' && this.#made.get(target)?.has(value) === true;
    return isNew ? { new: target } : value;
  }
}

/** The moment of a stored value, in milliseconds since 1970: of a text, or of seconds or milliseconds. */
function momentOf(stored: string | null | undefined): number | undefined {
  if (typeof stored !== 'string') return undefined;
  const [, number] = /^[ir](\d+(?:\.\d+)?)$/.exec(stored) ?? [];
  if (number !== undefined) return Number(number) < 1e11 ? Number(number) * 1000 : Number(number);
  const [, day, time = '', zone = 'Z'] = /^t?(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(stored) ?? [];
  const moment = Date.parse(`${day}T${time}${zone.length === 3 ? `${zone}:00` : zone}`);
  return Number.isNaN(moment) ? undefined : moment;
}
