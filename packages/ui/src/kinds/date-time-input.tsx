import { type ReactNode, useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { zoneText } from '../cells/zone-text.ts';
import { useTimeStep } from './time-step.ts';

interface DateTimeInputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: ReactNode;
  readonly fullWidth: boolean;
}

/**
 * A point in time, entered in the browser's time zone, which stands below it, and sent as UTC. A value that the user does not edit is sent back
 * unchanged. A value that a browser can not represent, such as `infinity`, is edited as text.
 */
export function DateTimeInput(props: DateTimeInputProps) {
  const { getValues } = useFormContext();
  const [now] = useState(() => new Date());
  const current: unknown = useWatch({ name: props.source });
  const zone = zoneText(typeof current === 'string' && current !== '' ? new Date(current) : now);
  const step = useTimeStep(props.source, hasSeconds);
  const [value] = useState<unknown>(() => getValues(props.source));
  if (typeof value === 'string' && value !== '' && Number.isNaN(new Date(value).getTime())) return <TextInput {...props} />;
  return (
    <TextInput
      {...props}
      helperText={
        props.helperText ? (
          <>
            {props.helperText} ({zone})
          </>
        ) : (
          zone
        )
      }
      type="datetime-local"
      format={localOf}
      parse={instantOf}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { step } }}
    />
  );
}

function hasSeconds(value: unknown): boolean {
  return typeof value === 'string' && new Date(value).getTime() % 60_000 > 0;
}

/** A local time as UTC; null where it is invalid, or beyond the years that have four digits. */
export function instantOf(local: string): string | null {
  const time = new Date(local);
  return /^\d{4}-/.test(local) && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}

/** `2026-11-21T08:30:00`, in the browser's time zone. */
export function localOf(value: string | null | undefined): string {
  const time = new Date(value ?? '');
  if (Number.isNaN(time.getTime())) return '';
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
