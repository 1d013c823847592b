import type { FieldSchema } from '@grimoire/protocol';
import { TextInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import { type FieldKind, type Filterable, type KindCellProps, type KindInputProps, plainColumn } from './field-kind.ts';

/** An empty text is one, where a column has no null. */
export function parseOf({ null: isNullable }: FieldSchema): ((text: string) => string) | undefined {
  return isNullable ? undefined : (text) => text;
}

/** The longest text that a field takes. */
export function limitOf({ max_length: maxLength }: FieldSchema): { readonly maxLength?: number } {
  return maxLength === undefined ? {} : { maxLength };
}

/** An input of one line, of one of HTML's own types. */
export function inputOf(type: 'text' | 'email' | 'url') {
  return function OneLine({ field, common }: KindInputProps) {
    return <TextInput {...common} parse={parseOf(field)} type={type} slotProps={{ htmlInput: limitOf(field) }} />;
  };
}

function Cell({ value, isWhole }: KindCellProps) {
  return <>{isWhole ? textOf(value) : cut(textOf(value))}</>;
}

function contains({ path, label }: Filterable) {
  return [<TextInput key={path} source={`${path}__icontains`} label={`${label} contains`} />];
}

/** A text of one line; what no other kind fits is one too. */
export const text: FieldKind = {
  Cell,
  Input: inputOf('text'),
  filters: contains,
  column: plainColumn,
  isWide: false,
  holds: 'text',
};
