import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import { useController } from 'react-hook-form';
import { textOf } from '../cells/value-text.ts';
import { cut } from './cut.ts';
import type { FieldKind, KindCellProps, KindInputProps } from './field-kind.ts';
import { text } from './text.tsx';
import { TextInput } from './text-input.tsx';
import { t } from '../texts/text.ts';

/** Only colors by their numbers: other words of CSS are no values of a column, and some of them load something. */
const byNumbers = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$|^(?:rgb|hsl|hwb|lab|lch|oklab|oklch)\([\d\s.,%/+a-z-]*\)$/i;

function Cell({ value }: KindCellProps) {
  const color = textOf(value).trim();
  return (
    <span className="dash-color-mark">
      {byNumbers.test(color) && <span aria-hidden data-swatch="" style={{ backgroundColor: color }} />}
      {cut(color)}
    </span>
  );
}

function Input({ field, common }: KindInputProps) {
  return <TextInput field={field} common={common} start={<Picker common={common} />} />;
}

/** The color chooser of the browser, which knows colors of six digits only. */
function Picker({ common: { source, label } }: Pick<KindInputProps, 'common'>) {
  const { field } = useController({ name: source });
  const hex = sixDigits(textOf(field.value));
  return (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={t('Choose: %{label}', { label })}
        value={hex ?? '#000000'}
        onChange={(event) => field.onChange(event.target.value)}
        sx={hex === undefined ? { ...chooser, ...unknown } : chooser}
      />
    </InputAdornment>
  );
}

const chooser = {
  width: 20,
  height: 20,
  p: 0,
  border: '1px solid',
  borderColor: 'text.disabled',
  borderRadius: '5px',
  bgcolor: 'transparent',
  cursor: 'pointer',
  overflow: 'hidden',
  '&::-webkit-color-swatch-wrapper': { p: 0 },
  '&::-webkit-color-swatch': { border: 0 },
} as const;

/** The chooser has no "none": its black is not shown where there is no color. */
const unknown = {
  borderStyle: 'dashed',
  '&::-webkit-color-swatch': { border: 0, opacity: 0 },
  '&::-moz-color-swatch': { border: 0, opacity: 0 },
} as const;

/** A color as the browser's chooser takes it; undefined where it is none, or written otherwise. */
function sixDigits(color: string): string | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  if (short)
    return `#${short
      .slice(1)
      .flatMap((digit) => [digit, digit])
      .join('')}`;
  return /^#[\da-f]{6}$/i.test(color) ? color.toLowerCase() : undefined;
}

/** A color, with a swatch. */
export const color: FieldKind = { ...text, Cell, Input, holds: 'block' };
