import type { ModelAction } from '../model/model-action.ts';
import type { Model } from '../model/model.ts';
import type { ParamValues } from '../model/config/param.ts';
import type { Chosen } from '../plan/write.ts';

/** A requested run: the action, its rows and its input. */
export interface RunRequest {
  readonly model: Model;
  readonly action: ModelAction;
  readonly chosen: Extract<Chosen, { readonly kind: 'keys' | 'matching' }>;
  readonly input: ParamValues;
}

/** What a run does with errors. */
export interface RunErrors {
  /** A row failed with an unexpected error. */
  readonly rowFailed: (error: unknown) => void;
  /** Translates an error of the database into an error of the contract. */
  readonly translate: (error: unknown) => unknown;
}
