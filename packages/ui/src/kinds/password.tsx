import { PasswordInput } from 'react-admin';
import type { FieldKind, KindInputProps } from './field-kind.ts';
import { limitOf, parseOf, text } from './text.tsx';

function Input({ field, common }: KindInputProps) {
  const htmlInput = { ...limitOf(field), autoComplete: 'new-password' };
  return <PasswordInput {...common} parse={parseOf(field)} slotProps={{ htmlInput }} />;
}

/** A text that is not to be seen while it is written, and that no list is filtered by. */
export const password: FieldKind = { ...text, Input, filters: () => [], column: { ...text.column, isOffered: false } };
