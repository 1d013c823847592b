import type { Field } from './field.ts';
import type { Model } from './model.ts';

/** What stands beside a field: the display text of a choice, the label of the row that a foreign key points to, or what pickers show of that row. */
export interface FieldHelper {
  readonly kind: 'display' | 'target label' | 'target fields';
  readonly name: string;
  readonly field: Field;
}

/** A value that rows of a model carry beside their fields (CONTRACT §1): the key, the label, or what stands beside a field. */
export type RowHelper = { readonly kind: 'key' | 'label'; readonly name: string } | FieldHelper;

/**
 * The helpers of rows that have these fields, in their order. Answers are made from this list, and bodies may have its names without effect,
 * so that a row that was read can be sent back (CONTRACT §2).
 */
export function rowHelpers(model: Model, fields: readonly Field[]): readonly RowHelper[] {
  const own = [{ kind: 'key', name: 'pk' } as const, { kind: 'key', name: 'id' } as const, { kind: 'label', name: '_label' } as const];
  return [
    ...own.filter(({ name }) => !model.fieldByName.has(name) && !(name === 'pk' && isKeyNamed(model))),
    ...fields.flatMap((field) => textHelpers(model, field)),
    ...fields.flatMap((field) => withoutFields(model, pointsToRow(field) ? [helperOf('target fields', field)] : [])),
  ];
}

/** The display text or the label beside a field. */
export function textHelpers(model: Model, field: Field): readonly FieldHelper[] {
  const display = field.choices ? [helperOf('display', field)] : [];
  return withoutFields(model, [...display, ...(pointsToRow(field) ? [helperOf('target label', field)] : [])]);
}

const endings = { display: 'display', 'target label': 'label', 'target fields': 'fields' } as const;

function helperOf(kind: FieldHelper['kind'], field: Field): FieldHelper {
  return { kind, name: `${field.name}_${endings[kind]}`, field };
}

/** A real field wins over a helper of its name, and so does a column of related rows. */
function withoutFields(model: Model, helpers: readonly FieldHelper[]): readonly FieldHelper[] {
  const isColumn = (name: string): boolean => model.pathColumns.some((column) => column.name === name);
  return helpers.filter(({ name }) => !model.fieldByName.has(name) && !isColumn(name));
}

function pointsToRow({ relation, link }: Field): boolean {
  return relation !== undefined && !link;
}

/** Whether a row has its key in a field, or in the helper `id`; a column `id` that is not the key does not count. */
function isKeyNamed({ primaryKey, fieldByName }: Model): boolean {
  return primaryKey.length === 1 && (!fieldByName.has('id') || primaryKey[0].name === 'id');
}
