import { type ReactNode, useState } from 'react';
import { EnteredInput } from './entered-input.tsx';
import type { InputProps } from './field-kind.ts';
import { numberForm } from './number-entry.ts';

interface NumberInputProps {
  readonly common: InputProps;
  readonly isWhole: boolean;
  /** What stands behind the number, such as its currency. */
  readonly unit?: ReactNode;
  /** The places of an amount that is stored as a whole number. */
  readonly places?: number;
}

/** A number in the style of the person, sent as the service reads it. */
export function NumberInput({ common, isWhole, unit, places = 0 }: NumberInputProps) {
  const [form] = useState(() => numberForm(isWhole, places));
  return (
    <EnteredInput
      common={common}
      textOf={form.write}
      read={form.read}
      htmlInput={{ inputMode: isWhole ? 'numeric' : 'decimal' }}
      unit={unit}
    />
  );
}
