import type { RecordedSet } from '../databases/recording.ts';
import type { ActionTargets, Examination } from '../write/examination.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import type { EffectReader } from './effect-reader.ts';
import type { Effects } from './effects.ts';
import { changedPreview } from './differences.ts';
import type { PreviewTokens, ShownEffects, TriedRequest } from './preview-tokens.ts';

/** What a comparison is made with. */
export interface ComparisonParts {
  readonly reader: EffectReader;
  readonly tokens: PreviewTokens;
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
    return job(unit);
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
