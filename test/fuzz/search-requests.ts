import type { Generator } from './generator.ts';
import { get, type Move, pageProblems } from './read-requests.ts';

/** A search for parts of words, in fields that the user may see. */
export function searchMove(generator: Generator): Move {
  const { dice, session } = generator;
  const { oracle } = session;
  const [user, plan] = [generator.user(), generator.plan()];
  const seen = oracle.fields(user, plan);
  const fields = (plan.searchFields ?? []).filter((field) => seen.some((column) => column.field === field && !column.isOdd));
  const isExact =
    plan.searchFields !== null &&
    fields.length === (plan.searchFields ?? []).filter((field) => seen.some((column) => column.field === field)).length;
  const rows = oracle.visible(user, plan);
  const words = Array.from({ length: 1 + dice.below(2) }, () => {
    const text = dice.pick(rows)?.cells.get(dice.pick(fields) ?? '') ?? '';
    const part = text.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 1 + dice.below(4));
    return part === '' ? 'a' : part;
  });
  const request = get('search', user, `/r/${plan.key}/?page_size=50&search=${words.join('+')}`);
  if (!isExact || user.credentials !== 'good' || !oracle.may(user, plan, 'view')) return { request };
  if (fields.length === 0) return { request, check: (got) => (got.status === 400 ? [] : [`${got.status} for a search in no field`]) };
  // Whether these letters are ASCII ones in another case depends on the database's collation.
  if (rows.some((row) => fields.some((field) => /[İı\u212aſ]/.test(row.cells.get(field) ?? '')))) return { request };
  const isFound = (word: string, text: string | null | undefined): boolean => (text ?? '').toLowerCase().includes(word.toLowerCase());
  const found = rows.filter((row) => words.every((word) => fields.some((field) => isFound(word, row.cells.get(field)))));
  return { request, check: (got) => pageProblems(plan, got, new Set(found.map(({ key }) => key))) };
}
