import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { useMemo } from 'react';
import { isObject, isTexts, useStored } from '../../store/use-stored.ts';
import { kindOf } from '../../kinds/registry.ts';
import { useLook } from './column-look.ts';

/** The columns that a list can show, in their order, and those that it shows. */
export interface ColumnChoice {
  /** Those that are pinned stand first. */
  readonly offered: readonly FieldSchema[];
  /** The same in the order that they have without pins. */
  readonly unpinned: readonly FieldSchema[];
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
  const { pinned } = useLook(schema).look;
  const chosen = ofView ?? own;
  const choose = ofView ? chooseForView : chooseOwn;
  return useMemo(() => {
    const byName = new Map(schema.fields.map((field) => [field.name, field]));
    const usual = schema.list_display.flatMap((name) => byName.get(name) ?? []);
    const others = schema.fields.filter((field) => !usual.includes(field) && !field.write_only && kindOf(field).column.isOffered);
    const all = [...usual, ...others];
    // What has been chosen may be older than the schema.
    const place = new Map(chosen?.order.map((name, index) => [name, index]));
    const isPinned = ({ name }: FieldSchema): boolean => pinned.includes(name);
    const unpinned = all.toSorted((one, other) => (place.get(one.name) ?? all.length) - (place.get(other.name) ?? all.length));
    const names = chosen?.shown.filter((name) => all.some((field) => field.name === name)) ?? [];
    return {
      offered: [...unpinned.filter(isPinned), ...unpinned.filter((field) => !isPinned(field))],
      unpinned,
      shown: new Set(names.length > 0 ? names : usual.map(({ name }) => name)),
      choose,
      chosen,
      chooseForView,
    };
  }, [schema, chosen, choose, chooseForView, pinned]);
}

/** The column that opens a row: the first that names it, otherwise the first without a link of its own. A pin does not change it. */
export function useOpening(schema: ModelSchema): FieldSchema | undefined {
  const { unpinned, shown } = useColumnChoice(schema);
  const columns = unpinned.filter(({ name }) => shown.has(name));
  // What is said of another row does not name this one.
  const names = (field: FieldSchema): boolean =>
    kindOf(field).holds === 'text' && kindOf(field).column.align === 'left' && !field.choices && field.related === undefined;
  return columns.find(names) ?? columns.find((field) => kindOf(field).holds !== 'link');
}

/** The fields that a list shows as columns. */
export function useShownColumns(schema: ModelSchema): readonly FieldSchema[] {
  const { offered, shown } = useColumnChoice(schema);
  return useMemo(() => offered.filter(({ name }) => shown.has(name)), [offered, shown]);
}
