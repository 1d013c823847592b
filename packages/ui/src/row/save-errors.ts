import { ApiError } from '@grimoire/client';
import type { ModelSchema } from '@grimoire/protocol';
import { formName } from '../form/form-names.ts';
import { formErrors } from '../form/form-errors.ts';
import { messageOf } from '../layout/trouble.tsx';
import { capitalized } from '../schema/use-schema.ts';
import { plannedFor, type Save } from './save-row.ts';

/**
 * Messages by the names that their inputs have in the form; `root` is what is about none of them: of a line of an inline by its
 * path, and else of the whole form.
 */
export interface SaveErrors {
  readonly root?: { readonly serverError?: string; readonly [line: string]: string | undefined };
  readonly [input: string]: unknown;
}

/** What the form says of a save that failed. Only inputs that are there get a message: another one would lock the form. */
export function saveErrors(error: unknown, save: Save, inputs: ReadonlySet<string>): SaveErrors {
  if (error instanceof ApiError && error.problem.kind === 'not found' && save.previous)
    return { root: { serverError: goneText(save.schema) } };
  if (!(error instanceof ApiError) || error.problem.kind !== 'invalid') return { root: { serverError: messageOf(error) } };
  const { operations } = error.problem;
  if (!isObject(operations)) return formErrors(error, inputs) ?? { root: { serverError: messageOf(error) } };
  const planned = [{ path: '', schema: save.schema }, ...plannedFor(save)];
  const errors: Record<string, string> = {};
  const root: Record<string, string> = {};
  for (const [index, messages] of Object.entries(operations)) {
    const { path = null, schema = save.schema } = planned[Number(index)] ?? {};
    for (const [name, texts] of Object.entries(isObject(messages) ? messages : { detail: messages })) {
      const text = Array.isArray(texts) ? texts.join(' ') : String(texts);
      const input = path === '' ? formName(name) : `${path}.${formName(name)}`;
      if (path !== null && inputs.has(anyRow(input))) errors[input] = text;
      else add(root, path || 'serverError', `${labelOf(schema, name)}${text}`);
    }
  }
  return Object.keys(root).length > 0 ? { ...errors, root } : errors;
}

function add(messages: Record<string, string>, place: string, text: string): void {
  const before = messages[place];
  messages[place] = before === undefined ? text : `${before} ${text}`;
}

/** What is said of a row that is no longer there, or no longer within reach. */
export function goneText({ verbose_name: name }: ModelSchema): string {
  return `The ${name} was deleted meanwhile, or you may no longer see it. Nothing was saved; what you filled in is still here.`;
}

/** The field that a message is about, as people call it. */
function labelOf({ fields }: ModelSchema, name: string): string {
  if (name === 'non_field_errors' || name === 'detail') return '';
  return `${capitalized(fields.find((field) => field.name === name)?.verbose_name ?? name)}: `;
}

/** An input of any row of an inline. */
export function anyRow(input: string): string {
  return input.replace(/^(_inlines\.\d+\.rows)\.\d+\./, '$1.*.');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
