import type { RecordedSet } from '../databases/recording.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Model } from '../model/model.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The rows of an action whose handler is not safe to be tried. */
export interface ActionTargets {
  readonly model: Model;
  readonly count: number;
  /** Reads them as they are stored, in the order of their keys. */
  readonly rows: () => AsyncIterable<StoredRow>;
}

/** Looks at a request in its transaction, and may refuse it. */
export interface Examination {
  /** Whether nothing of the request is kept: of the code of the host only what is safe for that is called. */
  readonly isTrial: boolean;
  /** The names of the hooks and handlers that were not called. */
  readonly notRun: Set<string>;
  /** Milliseconds that the transaction may take; undefined for no limit of its own. */
  readonly limit?: number;
  /** Runs what the request writes; not for a request whose earlier answer is given again. */
  run<T>(unit: UnitOfWork, job: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Called with the rows of an action before its handler is, unless the handler is safe to be tried. */
  targets(unit: UnitOfWork, targets: ActionTargets): Promise<void>;
  /** Called before the commit. @param set what was recorded; null if nothing was. */
  end(unit: UnitOfWork, set: RecordedSet | null): Promise<void>;
}
