import type { AuditAction, Diff } from '@grimoire/protocol';
import type { Field } from '../model/field.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import { isDeepStrictEqual } from 'node:util';
import { type Model, fieldsWithoutLarge } from '../model/model.ts';

/** The largest number of keys that an entry names (CONTRACT §8). */
export const maxTargets = 1000;

/** What was done; the actor and the time are added later (CONTRACT §8). */
export interface AuditEntry {
  readonly action: AuditAction;
  /** Key of the model; empty if the entry is about none. */
  readonly model: string;
  readonly key: string | null;
  readonly name: string;
  readonly diff: Diff;
  readonly targets: readonly string[];
  readonly targetsCount: number;
  /** Keys of the targets that failed, if the action succeeded on others. */
  readonly failedTargets?: readonly string[];
  readonly status: 'ok' | 'failed';
  /** The input of an action, without its secrets. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** The text in a diff in place of a secret. */
export const masked = '********';

/** The fields in which two states of a row differ; hidden fields are listed without their values. */
export function diffOf(model: Model, before: StoredRow | null, after: StoredRow | null): Diff {
  const diff: [string, readonly [unknown, unknown]][] = [];
  for (const field of fieldsWithoutLarge(model)) {
    const old = before?.[field.name] ?? null;
    const now = after?.[field.name] ?? null;
    if (old === now || isDeepStrictEqual(old, now) || isSameSet(field, old, now)) continue;
    diff.push([field.name, field.hidden ? [mask(old), mask(now)] : [old, now]]);
  }
  // Made from entries, because a field may be named `__proto__`.
  return Object.fromEntries(diff);
}

/** Links have no order. */
function isSameSet(field: Field, old: unknown, now: unknown): boolean {
  if (!field.link) return false;
  const sorted = (list: unknown): unknown => (Array.isArray(list) ? list.map(String).sort() : []);
  return isDeepStrictEqual(sorted(old), sorted(now));
}

function mask(value: unknown): unknown {
  return value === null ? null : masked;
}
