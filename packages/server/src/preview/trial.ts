import type { PreviewRow } from '@grimoire/protocol';
import type { RecordedSet } from '../databases/recording.ts';
import { keyTextOf } from '../plan/keys.ts';
import type { ActionTargets, Examination } from '../write/examination.ts';
import { keyOfRow, nameOfRow } from '../write/row.ts';
import type { UnitOfWork } from '../write/unit-of-work.ts';
import type { EffectReader } from './effect-reader.ts';
import type { ShownEffects } from './preview-tokens.ts';
import { maxSample, type Shown, shownChanges } from './shown-changes.ts';

/** Milliseconds for which a request that is only tried may hold its locks. */
export const trialLimit = 5000;

/** Thrown at the end of a transaction that is only tried, so that it is rolled back. */
export class TrialOver extends Error {}

/** A request that is only tried. */
export class Trial implements Examination {
  readonly isTrial = true;
  readonly limit: number = trialLimit;
  readonly notRun: Set<string> = new Set();
  readonly #reader: EffectReader;
  #shown: Shown | undefined;
  #effects: ShownEffects | undefined;

  constructor(reader: EffectReader) {
    this.#reader = reader;
  }

  /** What the user is shown. Throws if the request did not come to its end. */
  get shown(): Shown {
    if (!this.#shown) throw new Error('The request was not tried to its end.');
    return this.#shown;
  }

  /** What its token stands for. */
  get effects(): ShownEffects {
    if (!this.#effects) throw new Error('The request was not tried to its end.');
    return this.#effects;
  }

  run<T>(unit: UnitOfWork, job: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    return job(unit);
  }

  async targets(unit: UnitOfWork, targets: ActionTargets): Promise<void> {
    const { digest, kept } = await this.#reader.ofTargets(targets, unit.now);
    this.#effects = { digest, kept, extent: 'targets' };
    const mayView = unit.policy.may(targets.model, 'view');
    const count = { model: mayView ? targets.model.key : null, create: 0, update: targets.count, delete: 0 };
    this.#shown = { counts: targets.count === 0 ? [] : [count], sample: mayView ? await sampleOf(targets) : [] };
  }

  async end(unit: UnitOfWork, set: RecordedSet | null): Promise<void> {
    if (!this.#effects) {
      const { effects, counts } = await this.#reader.ofSet(unit.writes, set, unit.now);
      this.#effects = { digest: effects.digest, kept: effects.kept, extent: this.notRun.size > 0 ? 'without hooks' : 'whole' };
      const changes = set ? await shownChanges(unit, { set: set.id, counts, reader: this.#reader }) : { counts: [], sample: [] };
      this.#shown = { ...changes, ...(unit.empty ? { empty: unit.empty } : {}) };
    }
    throw new TrialOver();
  }
}

/** The first rows that an action would get: what its handler does to them is not known. */
async function sampleOf({ model, rows }: ActionTargets): Promise<PreviewRow[]> {
  const sample: PreviewRow[] = [];
  for await (const row of rows()) {
    const pk = keyTextOf(model, keyOfRow(model, row));
    sample.push({ model: model.key, pk, label: nameOfRow(model, row, pk), op: 'update', diff: {} });
    if (sample.length === maxSample) break;
  }
  return sample;
}
