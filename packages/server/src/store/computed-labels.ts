import type { Statement } from '../sql/compile.ts';
import type { Label, Model } from '../model/model.ts';

/**
 * Replaces each row that a label function reads by the label that the function returns. A piece without such labels is returned unchanged.
 */
export function withComputedLabels(piece: string, statement: Pick<Statement, 'computed'>): string {
  if (statement.computed.length === 0) return piece;
  const helpers = JSON.parse(piece) as Record<string, unknown>;
  let isChanged = false;
  for (const { name, model } of statement.computed) {
    const value = Object.hasOwn(helpers, name) ? helpers[name] : null;
    if (!Array.isArray(value)) continue;
    helpers[name] = computeLabel(model, value as Record<string, unknown>[]);
    isChanged = true;
  }
  return isChanged ? JSON.stringify(helpers) : piece;
}

/** The label for the row that its function reads, given as text; a text that is not a row is the key, and is returned as it is. */
export function computedText(text: string | null, model: Model): string | null {
  if (text === null) return null;
  const isRow = text.startsWith('[');
  const parsed = isRow || text.startsWith('"') ? (JSON.parse(text) as string | Record<string, unknown>[]) : text;
  return typeof parsed === 'string' ? parsed : computeLabel(model, parsed);
}

/** The label that the function returns for the row; null if it throws, or returns no text. */
function textOf(label: Extract<Label, { kind: 'computed' }>, row: Readonly<Record<string, unknown>>): string | null {
  try {
    const text: unknown = label.compute(row);
    if (typeof text === 'string') return text;
    label.failed(new TypeError(`A label is a text, not ${typeof text}.`));
  } catch (error) {
    label.failed(error);
  }
  return null;
}

function computeLabel(model: Model, pieces: readonly Record<string, unknown>[]): string {
  if (model.label.kind !== 'computed') throw new Error(`${model.key} has no computed label`);
  const row: Record<string, unknown> = Object.assign({}, ...pieces);
  return textOf(model.label, row) ?? `${model.verboseName} ${String(row['pk'])}`;
}
