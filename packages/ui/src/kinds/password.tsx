import { PasswordInput } from 'react-admin';
import type { FieldKind, KindInputProps } from './field-kind.ts';
import { text } from './text.tsx';
import { valueOf } from './text-input.tsx';

function Input({ field, common }: KindInputProps) {
  return (
    <PasswordInput
      {...common}
      parse={(entered: string) => valueOf(field, entered)}
      slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
    />
  );
}

/** A text that is hidden while it is entered, and by which no list is filtered. */
export const password: FieldKind = { ...text, Input, operators: () => [], column: { ...text.column, isOffered: false } };
