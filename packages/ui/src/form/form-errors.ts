import { ApiError } from '@grimoire/client';
import { labelled } from '../texts/text.ts';
import { formName } from '../inputs/form-names.ts';

/**
 * Messages of the service for the inputs of a form, by their form names. A message that belongs to no input is for the whole
 * form.
 * Undefined where the error does not concern the input.
 */
export function formErrors(error: unknown, inputs: ReadonlySet<string>): Record<string, unknown> | undefined {
  if (!(error instanceof ApiError) || error.problem.kind !== 'invalid') return undefined;
  const { detail, non_field_errors: general = [], ...fields } = error.problem.fields;
  const own = Object.entries(fields).filter(([name]) => inputs.has(formName(name)));
  const others = Object.entries(fields).filter(([name]) => !inputs.has(formName(name)));
  const rest = [...general, ...others.map(([name, messages]) => labelled(name, messages.join(' ')))];
  if (own.length === 0 && rest.length === 0) rest.push(...(detail ?? [error.problem.detail]));
  const errors = Object.fromEntries(own.map(([name, messages]) => [formName(name), messages.join('\n')] as const));
  return rest.length > 0 ? { ...errors, root: { serverError: rest.join(' ') } } : errors;
}
