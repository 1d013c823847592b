import { ApiError } from '@grimoire/client';
import type { ModelSchema } from '@grimoire/protocol';
import { formName } from '../../inputs/form-names.ts';
import { formErrors } from '../../form/form-errors.ts';
import { messageOf } from '../../layout/trouble.tsx';
import { capitalized } from '../../schema/use-schema.ts';
import { plannedFor, type Save } from './save-row.ts';
import { t } from '../../texts/text.ts';
import { isObject } from '../../store/use-stored.ts';

/**
 * Messages by the form names of their inputs. `root` has the messages that belong to no input: those of a line of an inline by
 * its path, the others for the whole form.
 */
export interface SaveErrors {
  readonly root?: { readonly serverError?: string; readonly [line: string]: string | undefined };
  readonly [input: string]: unknown;
}

/**
 * The messages of the form after a failed save. Only inputs of the form get a message: a message for any other name would block
 * the form.
 */
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
      const text = Array.isArray(texts) ? texts.join('\n') : String(texts);
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

/** The message about a row that was deleted, or that has left the user's row scope. */
export function goneText({ verbose_name: name }: ModelSchema): string {
  return t('The %{name} was deleted meanwhile, or you may no longer see it. Nothing was saved; what you filled in is still here.', {
    name,
  });
}

/** The label of the field that a message is about. */
function labelOf({ fields }: ModelSchema, name: string): string {
  if (name === 'non_field_errors' || name === 'detail') return '';
  return `${capitalized(fields.find((field) => field.name === name)?.verbose_name ?? name)}: `;
}

/** The name of an input with the index of its line replaced by `*`. */
export function anyRow(input: string): string {
  return input.replace(/^(_inlines\.\d+\.rows)\.\d+\./, '$1.*.');
}
