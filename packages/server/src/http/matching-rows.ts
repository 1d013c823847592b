import { trashParameter } from '@grimoire/protocol';
import { invalidParameter, RequestProblems } from '../errors/errors.ts';
import type { Model } from '../model/model.ts';
import { isRawNumber } from '../model/raw-number.ts';
import { filterValue, planFilters } from '../plan/filter-groups.ts';
import type { Chosen } from '../plan/write.ts';
import { type FilterParameter, isFilter, pageParameters, parseListRequest } from '../request/parameters.ts';
import type { PageSizes } from '../request/settings.ts';
import { say } from '../texts/message.ts';

/**
 * The rows that the filters of a body match, as with `all_filtered` (CONTRACT §6, §7). Rows in the trash are not among them. Throws a 400 that names every
 * malformed filter.
 */
export function matchingRows(
  model: Model,
  params: Readonly<Record<string, unknown>>,
  sizes: PageSizes,
): Extract<Chosen, { readonly kind: 'matching' }> {
  const { filters, reserved } = filtersIn(params);
  const { search, isOfTrash } = parseListRequest(reserved, sizes);
  if (isOfTrash) throw invalidParameter(trashParameter, say('unknownParameter'));
  return { kind: 'matching', filters: planFilters(model, filters), search };
}

/** The filters of a list, and its parameters that are none; a list of values means any of them. */
interface ListParameters {
  readonly filters: readonly FilterParameter[];
  readonly reserved: URLSearchParams;
}

function filtersIn(params: Readonly<Record<string, unknown>>): ListParameters {
  const filters: FilterParameter[] = [];
  const reserved = new URLSearchParams();
  const problems = new RequestProblems();
  for (const [name, given] of Object.entries(params)) {
    if (pageParameters.has(name)) continue;
    const values = (Array.isArray(given) ? (given as unknown[]) : [given]).map(filterValue);
    const texts = values.filter((value) => value !== null);
    // An empty list of values must not select all rows.
    if (texts.length < values.length || texts.length === 0 || (name === 'search' && texts.length > 1))
      problems.add(name, say('filterValue'));
    if (isFilter(name)) filters.push({ name, values: texts });
    else for (const value of texts) reserved.append(name, isRawNumber(value) ? value.rawJSON : String(value));
  }
  problems.throwIfAny();
  return { filters, reserved };
}
