import { z } from 'zod';
import { text, texts } from '../model/build/option-shapes.ts';
import type { Resolved, Setting } from '../settings/setting.ts';

/** A group of the sidebar, with its apps. */
export interface AppGroup {
  readonly name: string;
  readonly apps: readonly string[];
}

/** The settings of the sidebar. */
export class ArrangementSettings {
  /** Groups in their order; an app in no group is a group of its own. None by default. */
  readonly appGroups: Setting<readonly AppGroup[], readonly AppGroup[]> = {
    shape: z.array(z.strictObject({ name: text, apps: texts })),
    default: [],
  };
  /** Keys of models that are shown as tabs of one another; none by default. */
  readonly sections: Setting<readonly (readonly string[])[], readonly (readonly string[])[]> = { shape: z.array(texts), default: [] };
  /** Keys of models in their order; other models follow. None by default. */
  readonly modelOrder: Setting<readonly string[], readonly string[]> = { shape: texts, default: [] };
}

/** The arrangement of models in a sidebar. */
export interface Arrangement extends Resolved<ArrangementSettings> {}
