import { type ReactNode, useState } from 'react';
import { textOf } from '../cells/value-text.ts';
import { EnteredInput } from './entered-input.tsx';
import { enteredNumber, inputText, ownStyle } from './entered-number.ts';
import type { InputProps } from './field-kind.ts';
import { amountOf, minorOf } from './minor-units.ts';
import { shownIn } from '../texts/text.ts';

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
  const [style] = useState(() => ({ ...ownStyle(shownIn().locale), isWhole }));
  return (
    <EnteredInput
      common={common}
      textOf={(value) => inputText(amountOf(textOf(value), places), style)}
      read={(text) => {
        const number = enteredNumber(text, style);
        return typeof number === 'string' ? minorOf(number, places) : number;
      }}
      htmlInput={{ inputMode: isWhole ? 'numeric' : 'decimal' }}
      unit={unit}
    />
  );
}
