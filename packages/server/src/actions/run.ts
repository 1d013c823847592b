import type { ModelAction } from '../model/model-action.ts';
import type { Model } from '../model/model.ts';
import type { ParamValues } from '../model/config/param.ts';
import type { Chosen } from '../plan/write.ts';

/** A run that somebody asks for: what, on which rows, with what input. */
export interface RunRequest {
  readonly model: Model;
  readonly action: ModelAction;
  readonly chosen: Extract<Chosen, { readonly kind: 'keys' | 'matching' }>;
  readonly input: ParamValues;
}

/** What a run may tell of without failing. */
export interface RunLog {
  /** A row failed for a reason that nobody foresaw. */
  readonly rowFailed: (error: unknown) => void;
  /** What an error of the database is, as the contract knows it. */
  readonly translate: (error: unknown) => unknown;
}
