import { ApiError } from '@grimoire/client';
import { formName } from '../form/form-names.ts';
import { formErrors } from '../form/form-errors.ts';
import { messageOf } from '../layout/trouble.tsx';
import { capitalized } from '../schema/use-schema.ts';
import { plannedFor, type Save } from './save-row.ts';

/** Messages by the names that their inputs have in the form; `root` is what is about none of them. */
export interface SaveErrors {
  readonly root?: { readonly serverError: string };
  readonly [input: string]: unknown;
}

/** What the form says of a save that failed. Only inputs that are there get a message: another one would lock the form. */
export function saveErrors(error: unknown, save: Save, inputs: ReadonlySet<string>): SaveErrors {
  if (!(error instanceof ApiError) || error.problem.kind !== 'invalid') return { root: { serverError: messageOf(error) } };
  const { operations } = error.problem;
  if (!isObject(operations)) return formErrors(error, inputs) ?? { root: { serverError: messageOf(error) } };
  const paths = ['', ...plannedFor(save).map(({ path }) => path)];
  const errors: Record<string, string> = {};
  const rest: string[] = [];
  for (const [index, messages] of Object.entries(operations)) {
    const path = paths[Number(index)];
    for (const [name, texts] of Object.entries(isObject(messages) ? messages : { detail: messages })) {
      const text = Array.isArray(texts) ? texts.join(' ') : String(texts);
      const input = path === '' ? formName(name) : `${path}.${formName(name)}`;
      if (typeof path === 'string' && inputs.has(anyRow(input))) errors[input] = text;
      else rest.push(`${lineOf(save, path)}${name === 'non_field_errors' || name === 'detail' ? text : `${name}: ${text}`}`);
    }
  }
  return rest.length > 0 ? { ...errors, root: { serverError: rest.join(' ') } } : errors;
}

/** Which line of an inline it is said of. */
function lineOf({ children }: Save, path: string | null | undefined): string {
  const [, inline, line] = /^_inlines\.(\d+)\.rows\.(\d+)$/.exec(path ?? '') ?? [];
  const schema = inline === undefined ? undefined : children[Number(inline)]?.schema;
  return schema ? `${capitalized(schema.verbose_name)} ${Number(line) + 1}: ` : '';
}

/** An input of any row of an inline. */
export function anyRow(input: string): string {
  return input.replace(/^(_inlines\.\d+\.rows)\.\d+\./, '$1.*.');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
