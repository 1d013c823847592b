import { ApiError, type Client } from '@grimoire/client';
import type { Key, Suggestions } from '@grimoire/protocol';
import { textOf } from '../../cells/value-text.ts';

/** A row that a text names. */
export interface NamedRow {
  readonly value: Key;
  readonly label: string;
}

/** The most pages of suggestions that are read for one text. */
const mostPages = 5;

/** The row that a text names by its label, otherwise by its key; `none` or `several` where that is not one row. */
export async function namedRow(client: Pick<Client, 'model'>, model: string, text: string): Promise<NamedRow | 'none' | 'several'> {
  const word = text.trim();
  const suggested = await suggestions(client, model, word);
  const labelled = suggested.filter(({ label }) => label.toLowerCase() === word.toLowerCase());
  const [first, second] = labelled;
  if (second) return 'several';
  if (first) return first;
  return suggested.find(({ value }) => textOf(value) === word) ?? (await rowOfKey(client, model, word));
}

async function suggestions(client: Pick<Client, 'model'>, model: string, q: string): Promise<readonly NamedRow[]> {
  const all: NamedRow[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const answer: Suggestions = await client.model(model).autocomplete(q, { page });
    all.push(...answer.results);
    if (!answer.has_more) break;
  }
  return all;
}

/** Autocompletion finds keys that are numbers only: another one is read where the text looks like one. */
async function rowOfKey(client: Pick<Client, 'model'>, model: string, key: string): Promise<NamedRow | 'none'> {
  if (!/^(?=.*\d)[\w.~-]{8,}$/.test(key)) return 'none';
  try {
    const { row } = await client.model(model).get(key);
    return { value: (row['pk'] ?? row['id']) as Key, label: textOf(row['_label']) };
  } catch (error) {
    if (error instanceof ApiError && error.problem.kind === 'not found') return 'none';
    throw error;
  }
}
