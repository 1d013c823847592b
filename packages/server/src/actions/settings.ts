import { flag } from '../model/build/option-shapes.ts';
import type { Setting } from '../settings/setting.ts';

/** The settings of actions. */
export class ActionSettings {
  /** Whether users with `export_{model}` may export the rows of a model whose config does not decide it; true by default. */
  readonly export: Setting<boolean, boolean> = { shape: flag, default: true };
}
