import { masked } from '../audit/entry.ts';
import { isSecretColumn } from '../model/build/secret-columns.ts';
import type { ParamValues } from '../model/config/param.ts';
import type { Field } from '../model/field.ts';

/** The input of a run as the audit log has it: values that may be secrets are masked, also within JSON. */
export function loggedInput(params: readonly Field[], input: ParamValues): ParamValues {
  return Object.fromEntries(params.map((param) => [param.name, isSecret(param) ? mask(input[param.name]) : logged(input[param.name])]));
}

/** A value without the members whose names are those of secrets. */
function logged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(logged);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, isSecretName(name) ? mask(member) : logged(member)]);
  return Object.fromEntries(members);
}

function mask(value: unknown): unknown {
  return value === null || value === undefined ? null : masked;
}

function isSecret({ name, type, inner, relation, choices, maxLength, writeOnly, hidden, widget }: Field): boolean {
  if (writeOnly || hidden || widget?.kind === 'password') return true;
  const of = { type: (relation ? type : (inner ?? { type }).type).name, maxLength, isForeignKey: relation !== undefined };
  return isSecretColumn({ ...asColumn(name), ...of, hasChoices: choices !== undefined });
}

function isSecretName(name: string): boolean {
  return isSecretColumn(asColumn(name));
}

/** A text of this name, as a column. */
function asColumn(name: string): Parameters<typeof isSecretColumn>[0] {
  const none = { isOpaque: false, maxLength: undefined, isForeignKey: false, hasChoices: false } as const;
  return { column: name, name, table: '', type: 'TextField', dbType: 'text', ...none };
}
