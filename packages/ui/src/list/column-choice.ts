import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { useMemo } from 'react';
import { isObject, isTexts, useStored } from '../store/use-stored.ts';
import { kindOf } from '../kinds/registry.ts';

/** The height of rows. */
export type Density = 'normal' | 'dense';

/** The height that this person has chosen for the rows of all lists. */
export function useDensity(): [Density, (density: Density) => void] {
  return useStored<Density>('density', 'normal', (value) => value === 'normal' || value === 'dense');
}

/** The columns that a list can show, in their order, and those that it shows. */
export interface ColumnChoice {
  readonly offered: readonly FieldSchema[];
  readonly shown: ReadonlySet<string>;
  /** Null for the columns of the config. */
  readonly choose: (chosen: Chosen | null) => void;
  /** What has been chosen; null for the columns of the config. */
  readonly chosen: Chosen | null;
  /** Shows the columns of a view in this tab; null for those of the person. */
  readonly chooseForView: (chosen: Chosen | null) => void;
}

/** Columns that were chosen. */
export interface Chosen {
  /** All columns in their order. */
  readonly order: readonly string[];
  readonly shown: readonly string[];
}

export function isChosen(value: unknown): value is Chosen | null {
  return value === null || (isObject(value) && isTexts(value['order']) && isTexts(value['shown']));
}

/** The columns of a list: those of the config first, or what this person has chosen. */
export function useColumnChoice(schema: ModelSchema): ColumnChoice {
  const [own, chooseOwn] = useStored<Chosen | null>(`columns.${schema.model}`, null, isChosen);
  const [ofView, chooseForView] = useStored<Chosen | null>(`viewColumns.${schema.model}`, null, isChosen);
  const chosen = ofView ?? own;
  const choose = ofView ? chooseForView : chooseOwn;
  return useMemo(() => {
    const byName = new Map(schema.fields.map((field) => [field.name, field]));
    const usual = schema.list_display.flatMap((name) => byName.get(name) ?? []);
    const others = schema.fields.filter((field) => !usual.includes(field) && !field.write_only && kindOf(field).column.isOffered);
    const all = [...usual, ...others];
    // What has been chosen may be older than the schema.
    const place = new Map(chosen?.order.map((name, index) => [name, index]));
    const offered = all.toSorted((one, other) => (place.get(one.name) ?? all.length) - (place.get(other.name) ?? all.length));
    const names = chosen?.shown.filter((name) => all.some((field) => field.name === name)) ?? [];
    return { offered, shown: new Set(names.length > 0 ? names : usual.map(({ name }) => name)), choose, chosen, chooseForView };
  }, [schema, chosen, choose, chooseForView]);
}

/** The fields that a list shows as columns. */
export function useShownColumns(schema: ModelSchema): readonly FieldSchema[] {
  const { offered, shown } = useColumnChoice(schema);
  return useMemo(() => offered.filter(({ name }) => shown.has(name)), [offered, shown]);
}
