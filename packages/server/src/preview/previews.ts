import type { Preview } from '@grimoire/protocol';
import type { Dialect } from '../databases/dialect.ts';
import type { Journal } from '../databases/recording.ts';
import type { SystemTableNames } from '../model/system-tables.ts';
import type { Examination } from '../write/examination.ts';
import { type Writer, type WriteService, writeInTransaction } from '../write/transaction.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import { Comparison } from './comparison.ts';
import { EffectReader } from './effect-reader.ts';
import type { EffectRules } from './effect-rules.ts';
import { PreviewTokens, type TriedRequest } from './preview-tokens.ts';
import { RecordedRows } from './recorded-rows.ts';
import { ShownLocks } from './shown-locks.ts';
import { Trial, TrialOver } from './trial.ts';

/** What previews are made with. */
export interface PreviewsParts {
  readonly dialect: Dialect;
  readonly tables: SystemTableNames;
  readonly journal: Journal;
  readonly rules: ReadonlyMap<string, EffectRules>;
  /** Hash the requests of tokens. */
  readonly keys: readonly string[];
}

/** Shows what requests would do, and compares them with what was shown (CONTRACT §21). */
export class Previews {
  readonly #reader: EffectReader;
  readonly #tokens: PreviewTokens;
  readonly #locks: ShownLocks;

  constructor({ dialect, tables, journal, rules, keys }: PreviewsParts) {
    this.#reader = new EffectReader(rules, new RecordedRows(dialect, tables.changeRow));
    this.#locks = new ShownLocks(dialect, journal);
    this.#tokens = new PreviewTokens(dialect, tables.preview, keys);
  }

  /** Runs a request and rolls it back. Throws what the request would throw, and a 503 if it takes longer than five seconds. @returns what it would do. */
  async show<T>(service: WriteService, writer: Writer, request: TriedRequest, job: (unit: UnitOfWork) => Promise<T>): Promise<Preview> {
    const trial = new Trial(this.#reader);
    const limited = { ...writer, examination: trial, statementTimeout: trial.limit };
    await writeInTransaction(service, limited, job).catch((error: unknown) => {
      if (!(error instanceof TrialOver)) throw error;
    });
    const { token, expiresAt } = await service.store.transaction((writes) => this.#tokens.make(writes, request, trial.effects));
    return {
      dry_run: true,
      ...trial.shown,
      not_run: [...trial.notRun].toSorted(),
      preview: token,
      expires_at: expiresAt.toISOString(),
    };
  }

  /** Lets a request be carried out only if it does what the dry run of this token has shown. */
  comparison(service: WriteService, request: TriedRequest, token: string): Examination {
    return new Comparison({ reader: this.#reader, tokens: this.#tokens, locks: this.#locks, service }, request, token);
  }
}
