import { ApiError } from '@grimoire/client';
import type { Preview } from '@grimoire/protocol';
import { messageOf } from '../layout/trouble.tsx';

/** What a write would do, or that it could not be tried. */
export interface Tried {
  /** Null where it could not be tried. */
  readonly preview: Preview | null;
  /** Why it could not, where the service says so. A service of an earlier version does not know dry runs. */
  readonly why: string | null;
}

/** The parameter of a dry run, which a service of an earlier version refuses by its name. */
const parameter = 'dry_run';

/** @returns what a dry run answers. Throws the problem that the write itself would have. */
export async function tried(call: Promise<Preview>): Promise<Tried> {
  try {
    return { preview: await call, why: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { problem } = error;
    if (problem.kind === 'invalid' && Object.hasOwn(problem.fields, parameter)) return { preview: null, why: null };
    if (problem.kind === 'later' && !awayCodes.has(problem.code)) return { preview: null, why: messageOf(error) };
    throw error;
  }
}

/** The codes of a service that does not answer at all. */
const awayCodes: ReadonlySet<string> = new Set(['', 'unavailable', 'maintenance', 'shutting_down']);

/** The codes of a write that was shown too long ago, or is done already. */
const staleCodes: ReadonlySet<string> = new Set(['preview_expired', 'preview_spent']);

/** Whether a write was refused because what was shown no longer holds. Nothing is done then. */
export function isStale(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { problem } = error;
  return problem.kind === 'preview changed' || (problem.kind === 'refused' && staleCodes.has(problem.code));
}

/** The option that binds a write to its dry run. */
export interface IfPreview {
  readonly ifPreview?: string;
}
