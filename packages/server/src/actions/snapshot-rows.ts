import type { ActionReport, Key } from '@grimoire/protocol';
import type { ActionRows } from '../model/config/action.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { type Condition, everyRow } from '../plan/condition.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { ActionJob, Chosen, TextsJob } from '../plan/write.ts';
import type { ActionSnapshot } from '../store/action-snapshot.ts';
import type { Model } from '../model/model.ts';
import { encodeKeyPart } from '../request/key.ts';
import type { TextRow } from '../store/action-statements.ts';
import { keyOfRow } from '../write/row.ts';
import { ReadableRows, type RowsParts } from './action-rows.ts';

import type { EntryRows } from './entry.ts';
import { maxTargets } from '../audit/entry.ts';

/** Counts the rows that were passed to a handler. */
export class StreamedRows {
  #count = 0;
  #keys: string[] = [];

  /** The largest number of rows of one pass: rows that are read twice count once. */
  get targets(): EntryRows {
    return { count: this.#count, keys: this.#keys };
  }

  note(count: number, keys: readonly string[]): void {
    if (count <= this.#count) return;
    this.#count = count;
    if (this.#keys.length < maxTargets) this.#keys = [...keys];
  }
}

/** The rows of a run that answers with a file: no row is locked, and nothing can be written. */
export class SnapshotRows extends ReadableRows implements ActionRows {
  readonly #snapshot: ActionSnapshot;
  readonly #streamed: StreamedRows;

  constructor(
    parts: RowsParts & { readonly snapshot: ActionSnapshot; readonly streamed: StreamedRows },
    chosen: Chosen,
    narrowing?: Condition,
  ) {
    super(parts, chosen, narrowing ?? everyRow);
    this.#snapshot = parts.snapshot;
    this.#streamed = parts.streamed;
  }

  override async ids(): Promise<Key[]> {
    const ids = await super.ids();
    this.#streamed.note(ids.length, ids.slice(0, maxTargets).map(String));
    return ids;
  }

  update(): Promise<number> {
    return onlyReads();
  }

  delete(): Promise<number> {
    return onlyReads();
  }

  each(): Promise<ActionReport> {
    return onlyReads();
  }

  protected narrowed(narrowing: Condition): ActionRows {
    return new SnapshotRows({ ...this.parts, snapshot: this.#snapshot, streamed: this.#streamed }, this.chosen, narrowing);
  }

  protected async *batches(job: ActionJob, batch: number): AsyncGenerator<readonly StoredRow[]> {
    const { model } = this.parts;
    const keys: string[] = [];
    let count = 0;
    for await (const rows of this.#snapshot.stream(this.authorized(job), batch)) {
      count += rows.length;
      for (const row of rows.slice(0, maxTargets - keys.length)) keys.push(keyTextOf(model, keyOfRow(model, row)));
      this.#streamed.note(count, keys);
      yield rows;
    }
  }

  /** The statement also reads the key, for the audit log; the key is not passed to the handler. */
  protected async *texts(job: TextsJob, batch: number): AsyncGenerator<readonly TextRow[]> {
    const { model } = this.parts;
    const width = job.fields.length;
    const keys: string[] = [];
    let count = 0;
    for await (const rows of this.#snapshot.streamTexts(this.authorized({ ...job, withKey: true }), batch)) {
      count += rows.length;
      for (const row of rows.slice(0, maxTargets - keys.length)) keys.push(keyOfTexts(model, row.slice(width)));
      this.#streamed.note(count, keys);
      for (const row of rows) (row as (string | null)[]).length = width;
      yield rows;
    }
  }
}

/** The key of a row of texts that begins with it. */
function keyOfTexts(model: Model, texts: TextRow): string {
  const parts = model.primaryKey.map((_, index) => texts[index] ?? '');
  return parts.length === 1 ? (parts[0] ?? '') : parts.map(encodeKeyPart).join('~');
}

function onlyReads(): Promise<never> {
  return Promise.reject(new Error('An action that answers with a file only reads.'));
}
