import type { RecordedSet } from '../databases/recording.ts';
import type { ActionTargets, Examination } from '../write/examination.ts';
import { recordedNow, recordUnit, type WriteService } from '../write/transaction.ts';
import { UnitOfWork } from '../write/unit-of-work.ts';
import type { EffectReader } from './effect-reader.ts';
import type { Effects } from './effects.ts';
import { changedPreview } from './differences.ts';
import type { PreviewTokens, ShownEffects, TriedRequest } from './preview-tokens.ts';
import type { ShownLocks } from './shown-locks.ts';
import { Trial } from './trial.ts';

/** What a comparison is made with. */
export interface ComparisonParts {
  readonly reader: EffectReader;
  readonly tokens: PreviewTokens;
  readonly locks: ShownLocks;
  /** Records what a request has changed. */
  readonly service: Pick<WriteService, 'changeSets' | 'endLostLinks'>;
}

/** A request that is carried out only if it does what its dry run has shown. */
export class Comparison implements Examination {
  readonly isTrial = false;
  readonly notRun: Set<string> = new Set();
  readonly #parts: ComparisonParts;
  readonly #request: TriedRequest;
  readonly #token: string;
  #shown: ShownEffects | undefined;
  #isCompared = false;

  constructor(parts: ComparisonParts, request: TriedRequest, token: string) {
    this.#parts = parts;
    this.#request = request;
    this.#token = token;
  }

  async run<T>(unit: UnitOfWork, job: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    this.#shown = await this.#parts.tokens.spend(unit.writes, this.#request, this.#token);
    if (this.#shown.extent === 'without hooks') await this.#tryAgain(unit, job, this.#shown);
    return job(unit);
  }

  /**
   * Hooks were not called when the request was tried, and change more than was shown: it is tried once more, and taken back. Until it is carried out, the
   * rows that were shown are locked.
   */
  async #tryAgain(
    { policy, writes, trace, uniqueTaken, undoOf }: UnitOfWork,
    job: (unit: UnitOfWork) => Promise<unknown>,
    { kept }: ShownEffects,
  ): Promise<void> {
    const { reader, service, locks } = this.#parts;
    await locks.lock(writes, kept);
    await writes.takenBack(async () => {
      const unit = new UnitOfWork(policy, writes, trace, { uniqueTaken, undoOf, examination: new Trial(reader) });
      await job(unit);
      const { set } = await recordUnit(service, unit);
      this.#compare(unit, (await reader.ofSet(writes, await recordedNow(writes, set), unit.now)).effects);
    });
  }

  async targets(unit: UnitOfWork, targets: ActionTargets): Promise<void> {
    this.#compare(unit, await this.#parts.reader.ofTargets(targets, unit.now));
  }

  async end(unit: UnitOfWork, set: RecordedSet | null): Promise<void> {
    if (!this.#shown) {
      if (set) throw new Error('A request with a token has written without using it.');
      return;
    }
    if (!this.#isCompared) this.#compare(unit, (await this.#parts.reader.ofSet(unit.writes, set, unit.now)).effects);
  }

  #compare({ policy }: UnitOfWork, effects: Effects): void {
    this.#isCompared = true;
    if (this.#shown?.digest !== effects.digest) throw changedPreview(policy, this.#shown?.kept ?? [], effects.kept);
  }
}
