import type { FieldWidget } from '@grimoire/protocol';
import type { Field } from './field.ts';
import { bigRange, integerField } from './field-types/integer.ts';
import type { Model, PathColumn } from './model.ts';
import { say, type Wording, written } from '../texts/message.ts';

/** What separates the steps of a path in labels: `customer › country`. */
const separator = ' › ';

/** The columns, by the fields that stand for them. */
const columns = new WeakMap<Field, PathColumn>();
const fields = new WeakMap<PathColumn, Field>();

/** The column that a field stands for; undefined for a field of a table. */
export function columnOf(field: Field): PathColumn | undefined {
  return columns.get(field);
}

/**
 * The field that stands for a column of related rows in schemas and exports. It is made when it is first asked for: only then have its models
 * the choices of their language. Its `column` is the model's own column with which the path begins.
 */
export function fieldOfColumn(column: PathColumn): Field {
  const cached = fields.get(column);
  if (cached) return cached;
  const field = column.end.kind === 'value' ? valueField(column, column.end.field) : countField(column);
  fields.set(column, field);
  columns.set(field, column);
  return field;
}

/** The model's own column with which a path begins: a foreign key or, for a number of rows, what these point to. */
export function firstColumn({ steps: [first], end }: PathColumn): string {
  if (first) return first.field.column;
  if (end.kind === 'value') return end.field.column;
  return end.by.link ? end.by.link.sourceKey : (end.by.relation?.column ?? '');
}

const derived = {
  primaryKey: false,
  unique: false,
  hasDefault: false,
  defaultValue: undefined,
  editable: false,
  refused: undefined,
  writeOnly: false,
  fill: undefined,
  source: {},
  detailOnly: false,
  queryable: false,
  hidden: false,
  viewPermission: undefined,
} as const;

function valueField(column: PathColumn, end: Field): Field {
  const { visibleWhen: _, readonlyWhen: __, widget, ...field } = end;
  const shown = widget && editorAlong(widget, column.name.slice(0, -end.name.length));
  return {
    ...field,
    ...derived,
    name: column.name,
    column: firstColumn(column),
    verboseName: end.verboseName,
    null: true,
    ...(shown ? { widget: shown } : {}),
  };
}

/** A field editor whose fields of the same row are those at the end of the path; undefined for one that means no such fields. */
function editorAlong(widget: FieldWidget, path: string): FieldWidget | undefined {
  switch (widget.kind) {
    case 'money':
      return typeof widget.currency === 'string' ? widget : { ...widget, currency: { field: path + widget.currency.field } };
    case 'row':
    case 'changes':
    case 'permissions':
    case 'password':
      return undefined;
    default:
      return widget;
  }
}

function countField(column: PathColumn): Field {
  return {
    ...derived,
    name: column.name,
    column: firstColumn(column),
    type: integerField,
    inner: undefined,
    relation: undefined,
    link: undefined,
    storage: 'native',
    dbType: 'bigint',
    isOpaque: false,
    verboseName: '',
    helpText: undefined,
    null: false,
    maxLength: undefined,
    maxDigits: undefined,
    decimalPlaces: undefined,
    range: bigRange,
    limits: undefined,
    choices: undefined,
  };
}

/**
 * The name of a column for users: the names of the fields of its path, `customer › country`. A number of rows has the plural of their model,
 * with the foreign key if several of them point here; that of a many-to-many field says that it is a number.
 */
export function labelOfColumn({ steps, end }: PathColumn, wording: Wording): string {
  if (end.kind === 'value') return [...steps.map(({ field }) => field), end.field].map(({ verboseName }) => verboseName).join(separator);
  if (end.by.link) return written(say('numberOf', { name: end.by.verboseName }), wording);
  return end.isOneOfSeveral ? [end.of.verboseNamePlural, end.by.verboseName].join(separator) : end.of.verboseNamePlural;
}

/** The field that holds the currency of the amounts of a field; undefined if that is no field. */
export function currencyField({ fieldByName }: Model, { widget }: Field): Field | undefined {
  return widget?.kind === 'money' && typeof widget.currency !== 'string' ? fieldByName.get(widget.currency.field) : undefined;
}
