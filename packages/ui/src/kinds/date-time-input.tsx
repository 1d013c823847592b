import type { FieldSchema } from '@grimoire/protocol';
import { useState } from 'react';
import { TextInput as NativeInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { zoneText } from '../cells/zone-text.ts';
import type { InputProps } from './field-kind.ts';
import { instantOf, localOf } from './local-time.ts';
import { TextInput } from './text-input.tsx';
import { useTimeStep } from './time-step.ts';
import { useOnce } from './use-once.ts';

interface DateTimeInputProps {
  readonly field: Pick<FieldSchema, 'null'>;
  readonly common: InputProps;
}

/**
 * A point in time, entered in the browser's time zone, which stands below it, and sent as UTC. A value that the user does not edit is sent back
 * unchanged. A value that a browser can not represent, such as `infinity`, is edited as text.
 */
export function DateTimeInput({ field, common }: DateTimeInputProps) {
  const { source, helperText } = common;
  const [now] = useState(() => new Date());
  const current: unknown = useWatch({ name: source });
  const [given, onTyped] = useGiven(current);
  const step = useTimeStep(source, hasSeconds);
  const zone = zoneText(typeof current === 'string' && current !== '' ? new Date(current) : now);
  if (useOnce(!isShown(current))) return <TextInput field={field} common={common} />;
  return (
    <NativeInput
      {...common}
      helperText={
        helperText ? (
          <>
            {helperText} ({zone})
          </>
        ) : (
          zone
        )
      }
      type="datetime-local"
      format={localOf}
      parse={(local: string) => onTyped(instantOf(local, given))}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { step } }}
    />
  );
}

/** The value that an input got from its form, and what notes that another one was typed. */
function useGiven(current: unknown): readonly [given: unknown, onTyped: <T>(value: T) => T] {
  const [given, setGiven] = useState(current);
  const [typed, setTyped] = useState<unknown>();
  if (current !== typed && current !== given) setGiven(current);
  const onTyped = <T,>(value: T): T => {
    setTyped(value);
    return value;
  };
  return [given, onTyped];
}

/** Whether the input of a browser can show a value. */
function isShown(value: unknown): boolean {
  return typeof value !== 'string' || value === '' || /^\d{4}-/.test(localOf(value));
}

function hasSeconds(value: unknown): boolean {
  return typeof value === 'string' && new Date(value).getTime() % 60_000 > 0;
}
