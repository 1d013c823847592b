import { count } from '../model/build/option-shapes.ts';
import type { DerivedSetting, Resolved, Setting, Written } from '../settings/setting.ts';

/** The settings of pages of rows. */
export class PageSizeSettings {
  /** Rows on a page of a list where a request names no number: 50 by default, or `maxPageSize` if that is less. */
  readonly pageSize: DerivedSetting<number, number> = {
    shape: count,
    derive: (size, { maxPageSize = 50 }: Written<PageSizeSettings>) => size ?? Math.min(50, maxPageSize),
  };
  /** The most rows on a page of a list: 200 by default. */
  readonly maxPageSize: Setting<number, number> = { shape: count, default: 200, inPage: true };
}

/** Page sizes of the settings. */
export interface PageSizes extends Resolved<PageSizeSettings> {}
