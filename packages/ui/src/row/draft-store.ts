import { isSame } from '@grimoire/client/react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import type { Store } from 'react-admin';
import { formName } from '../form/form-names.ts';
import { isObject } from '../store/use-stored.ts';

/** A row as a form has read it. */
export interface RowState {
  /** Its ETag; null for a new row. */
  readonly etag: string | null;
  /** The {@link fingerprint} of the rows of its inlines. */
  readonly lines: string;
}

/** What was entered into a form and not saved. */
export interface Draft extends RowState {
  /** When it was entered, in milliseconds of the epoch. */
  readonly at: number;
  /** What was changed, by the names of inputs. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Milliseconds for which a draft is kept. */
const kept = 24 * 60 * 60 * 1000;

/** The most characters of a draft: a browser has little room. */
const mostText = 200_000;

const prefix = 'draft.';

/** Where the draft of a form is kept: for one service, one person and one row. */
export function draftKey(parts: readonly string[]): string {
  return prefix + JSON.stringify(parts);
}

/** A short text that is another one for another value: the value itself need not be kept to see whether it has changed. */
export function fingerprint(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) % 0x7fffffff;
  return `${text.length}-${hash}`;
}

/** The inputs whose values a browser must not keep. */
function secretInputs({ fields }: ModelSchema): ReadonlySet<string> {
  return new Set(fields.filter(({ write_only: isSecret }) => isSecret).map(({ name }) => formName(name)));
}

/** What a form has that it did not have at first, without values that are secret. */
export function changedValues(
  schema: ModelSchema,
  lineSchemas: readonly ModelSchema[],
  { first, now }: { readonly first: Readonly<Record<string, unknown>>; readonly now: Readonly<Record<string, unknown>> },
): Readonly<Record<string, unknown>> {
  const secret = secretInputs(schema);
  const { _inlines: lines, ...own } = now;
  const changed = Object.entries(own).filter(([name, value]) => !secret.has(name) && !isSame(value, first[name]));
  const areLinesChanged = lines !== undefined && !isSame(lines, first['_inlines']);
  return { ...Object.fromEntries(changed), ...(areLinesChanged ? { _inlines: withoutSecrets(lines, lineSchemas) } : {}) };
}

/** A row of an inline, by the names of inputs. */
export type Line = Readonly<Record<string, unknown>>;

interface Lines {
  readonly rows?: readonly Line[];
}

/** The rows of one of the inlines in the values of a form. */
export function linesOf({ _inlines: lists }: Readonly<Record<string, unknown>>, index: number): readonly Line[] {
  return (Array.isArray(lists) ? (lists as readonly (Lines | undefined)[]) : [])[index]?.rows ?? [];
}

function withoutSecrets(inlines: unknown, schemas: readonly ModelSchema[]): unknown {
  return (inlines as readonly Lines[]).map(({ rows = [] }, index) => {
    const schema = schemas[index];
    const secret = schema ? secretInputs(schema) : new Set<string>();
    return { rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !secret.has(name)))) };
  });
}

/** Whether a draft was entered where the row was as it is now. */
export function isOf({ etag, lines }: Draft, now: RowState): boolean {
  return etag === now.etag && lines === now.lines;
}

/** The inputs of a draft with their values. Each list of lines is one: it takes its rows only as a whole. */
export function inputsOf({ _inlines: lists, ...own }: Draft['values']): readonly (readonly [path: string, value: unknown])[] {
  const lines = Array.isArray(lists) ? (lists as readonly Lines[]) : [];
  return [...Object.entries(own), ...lines.map(({ rows = [] }, index) => [`_inlines.${index}.rows`, rows] as const)];
}

/** Keeps a draft, or removes it where nothing is changed. */
export function keepDraft(store: Store, key: string, draft: Draft): void {
  const isEmpty = Object.keys(draft.values).length === 0;
  if (isEmpty || JSON.stringify(draft).length > mostText) store.removeItem(key);
  else store.setItem(key, draft);
}

/** A draft that is not too old; another version of the dashboard, or anybody at the browser, may have written it. */
export function readDraft(store: Store, key: string): Draft | null {
  const value: unknown = store.getItem(key, null);
  if (!isObject(value) || typeof value['at'] !== 'number' || typeof value['lines'] !== 'string' || !isObject(value['values'])) return null;
  const etag = value['etag'];
  if (etag !== null && typeof etag !== 'string') return null;
  if (Math.abs(Date.now() - value['at']) > kept) {
    store.removeItem(key);
    return null;
  }
  return { at: value['at'], etag, lines: value['lines'], values: value['values'] };
}
