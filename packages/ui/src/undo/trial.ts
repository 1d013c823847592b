import type { Preview } from '@grimoire/protocol';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { staleNote } from './stale-note.tsx';
import { type IfPreview, isStale, type Tried, tried } from './tried.ts';

/** A dry run, and the write that is bound to it. */
export interface Trial {
  /** Undefined until the service has answered. */
  readonly tried: Tried | undefined;
  /** Why the write would be refused. */
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Why what is shown was asked for once more; null where it was not. */
  readonly note: ReactElement | null;
  readonly again: () => Promise<unknown>;
  /**
   * Writes what was shown. Where that no longer holds, it is tried anew, with a note.
   * @returns whether it is written. Throws what the write throws otherwise.
   */
  readonly carryOut: (write: (ifPreview: IfPreview) => Promise<unknown>) => Promise<boolean>;
}

let trials = 0;

interface TrialOptions {
  /** What was tried before, if it was. */
  readonly first?: Tried | undefined;
  /** Whether it is to be tried; it is by default. */
  readonly isOn?: boolean;
}

/** Tries a write when its window is opened. */
export function useTrial(ask: () => Promise<Preview>, { first, isOn = true }: TrialOptions = {}): Trial {
  const [key] = useState(() => (trials += 1));
  const [note, setNote] = useState<ReactElement | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['trial', key],
    queryFn: () => tried(ask()),
    ...(first ? { initialData: first } : {}),
    enabled: isOn,
    gcTime: 0,
    // Once it is written, it is not tried again.
    staleTime: 'static',
    retry: false,
  });
  async function carryOut(write: Parameters<Trial['carryOut']>[0]): Promise<boolean> {
    try {
      await write(data?.preview ? { ifPreview: data.preview.preview } : {});
      return true;
    } catch (failure) {
      if (!isStale(failure)) throw failure;
      setNote(staleNote(failure));
      await refetch();
      return false;
    }
  }
  return { tried: error ? undefined : data, error, isPending: isFetching, note, again: refetch, carryOut };
}
