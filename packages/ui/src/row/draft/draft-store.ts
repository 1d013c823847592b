import { isSame } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import { defaultsOf } from '../../form/defaults.ts';
import { formName, toForm } from '../../inputs/form-names.ts';
import type { Draft, RowState } from '../../store/kept-draft.ts';
import { isObject } from '../../store/use-stored.ts';

/** The inputs whose values a browser must not keep. */
function secretInputs({ fields }: ModelSchema): ReadonlySet<string> {
  return new Set(fields.filter(({ write_only: isSecret }) => isSecret).map(({ name }) => formName(name)));
}

/** What a form has that it did not have at first, without values that are secret. */
export function changedValues(
  schema: ModelSchema,
  lineSchemas: readonly ModelSchema[],
  { first, now }: { readonly first: Readonly<Record<string, unknown>>; readonly now: Readonly<Record<string, unknown>> },
): Readonly<Record<string, unknown>> {
  const secret = secretInputs(schema);
  const { _inlines: lists, ...own } = now;
  const changed = Object.entries(own).filter(([name, value]) => !secret.has(name) && !isSame(value, first[name]));
  if (lists === undefined || isSame(lists, first['_inlines'])) return Object.fromEntries(changed);
  const lines = (lists as readonly unknown[]).map((_, index) => {
    const lineSchema = lineSchemas[index];
    const hidden = lineSchema ? secretInputs(lineSchema) : new Set<string>();
    const rows = rowsOf(lists, index).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name))));
    const added = toForm(defaultsOf(lineSchema?.fields ?? []));
    return { rows, entered: enteredLines(rows, { first: rowsOf(first['_inlines'], index), added }) };
  });
  return { ...Object.fromEntries(changed), _inlines: lines };
}

/** A row of an inline, by the names of inputs. */
type Line = Readonly<Record<string, unknown>>;

/** What was entered into a line of an inline. */
export interface EnteredLine {
  /** Which of the lines it is, from 1 on. */
  readonly number: number;
  /** Its changed values, by the names of inputs, of a new line those that it did not have at first; null where the line was removed. */
  readonly values: Line | null;
  readonly isNew: boolean;
}

interface LinesBefore {
  /** The lines as the form has read them. */
  readonly first: readonly Line[];
  /** A line that is new. */
  readonly added: Line;
}

function enteredLines(now: readonly Line[], { first, added }: LinesBefore): readonly EnteredLine[] {
  const changed = now.map((line, place) => {
    const isNew = line['_pk'] === undefined;
    const before = (isNew ? added : first.find(({ _pk: key }) => key === line['_pk'])) ?? {};
    const values = Object.entries(line).filter(([name, value]) => !ofForm.has(name) && !isSame(given(value), given(before[name])));
    return { number: place + 1, values: Object.fromEntries(values), isNew };
  });
  const stay = new Set(now.map(({ _pk: key }) => key));
  const removed = first.flatMap(({ _pk: key }, place) => (stay.has(key) ? [] : [{ number: place + 1, values: null, isNew: false }]));
  return [...changed.filter(({ values, isNew }) => isNew || Object.keys(values).length > 0), ...removed];
}

/** The value of an input; null where it has none. */
function given(value: unknown): unknown {
  return value === '' ? null : value;
}

/** What a line of a form has beside the values of its row. */
const ofForm: ReadonlySet<string> = new Set(['_pk']);

/** What a draft, which anybody at the browser may have written, says was entered into the lines of one of the inlines. */
export function enteredInLines({ _inlines: lists }: Draft['values'], index: number): readonly EnteredLine[] {
  const list: unknown = Array.isArray(lists) ? lists[index] : undefined;
  const entered = isObject(list) && Array.isArray(list['entered']) ? (list['entered'] as readonly unknown[]) : [];
  return entered.flatMap((one) => {
    if (!isObject(one) || typeof one['number'] !== 'number') return [];
    const values = one['values'];
    return values === null || isObject(values) ? [{ number: one['number'], values, isNew: one['isNew'] === true }] : [];
  });
}

/** The rows of one of the inlines in a form, or in a draft. */
function rowsOf(lists: unknown, index: number): readonly Line[] {
  const list: unknown = Array.isArray(lists) ? lists[index] : undefined;
  const rows = isObject(list) && Array.isArray(list['rows']) ? (list['rows'] as readonly unknown[]) : [];
  return rows.filter(isObject);
}

/** Whether a draft was entered where the row was as it is now. */
export function isOf({ etag, lines }: Draft, now: RowState): boolean {
  return etag === now.etag && lines === now.lines;
}

/** The inputs of a draft with their values. Each list of lines is one: it takes its rows only as a whole. */
export function inputsOf({ _inlines: lists, ...own }: Draft['values']): readonly (readonly [path: string, value: unknown])[] {
  const lines = Array.isArray(lists) ? (lists as readonly unknown[]) : [];
  return [...Object.entries(own), ...lines.map((_, index) => [`_inlines.${index}.rows`, rowsOf(lists, index)] as const)];
}
