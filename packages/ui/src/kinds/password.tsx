import { PasswordInput } from 'react-admin';
import type { FieldKind, KindInputProps } from './field-kind.ts';
import { limitOf, parseOf, text } from './text.tsx';

function Input({ field, common }: KindInputProps) {
  const htmlInput = { ...limitOf(field), autoComplete: 'new-password' };
  return <PasswordInput {...common} parse={parseOf(field)} slotProps={{ htmlInput }} />;
}

/** A text that is hidden while it is entered, and by which no list is filtered. */
export const password: FieldKind = { ...text, Input, operators: () => [], column: { ...text.column, isOffered: false } };
