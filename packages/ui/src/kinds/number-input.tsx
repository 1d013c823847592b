import { type ReactNode, useState } from 'react';
import { EnteredInput } from './entered-input.tsx';
import { enteredNumber, inputText, ownStyle } from './entered-number.ts';
import type { InputProps } from './field-kind.ts';
import { shownIn } from '../texts/text.ts';

interface NumberInputProps {
  readonly common: InputProps;
  readonly isWhole: boolean;
  /** What stands behind the number, such as its currency. */
  readonly unit?: ReactNode;
}

/** A number in the style of the person, sent as the service reads it. */
export function NumberInput({ common, isWhole, unit }: NumberInputProps) {
  const [style] = useState(() => ({ ...ownStyle(shownIn().locale), isWhole }));
  return (
    <EnteredInput
      common={common}
      textOf={(value) => inputText(value, style)}
      read={(text) => enteredNumber(text, style)}
      htmlInput={{ inputMode: isWhole ? 'numeric' : 'decimal' }}
      unit={unit}
    />
  );
}
