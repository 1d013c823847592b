import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

/**
 * The seconds that an input of a time counts in. Seconds are asked for where the value has some: a person who enters a new time rarely knows
 * them, and without them the browser would take it for incomplete.
 */
export function useTimeStep(source: string, hasSeconds: (value: unknown) => boolean): 1 | 60 {
  const { getValues } = useFormContext();
  const current: unknown = useWatch({ name: source });
  // The input does not lose its seconds while they are changed to zero.
  const [first] = useState<unknown>(() => getValues(source));
  return [first, current].some(hasSeconds) ? 1 : 60;
}
