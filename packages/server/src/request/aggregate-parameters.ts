import { aggregateParameters, cutParameter } from '@grimoire/protocol';
import { RequestProblems } from '../errors/errors.ts';
import { type ListRequest, parseListRequest } from './parameters.ts';
import type { PageSizes } from './settings.ts';
import { say } from '../texts/message.ts';

/** The parsed address of an aggregate, before it is checked against a model (CONTRACT §15). */
export interface AggregateRequest {
  /** The rows. */
  readonly rows: Pick<ListRequest, 'filters' | 'search' | 'isOfTrash'>;
  /** The fields of each function, each named once. */
  readonly sum: readonly string[];
  readonly avg: readonly string[];
  readonly min: readonly string[];
  readonly max: readonly string[];
  /** The field that makes the groups; null for none. */
  readonly groupBy: string | null;
}

/** The parameters of a list that do not limit its rows. */
const ofPages = ['page', 'page_size', 'ordering', 'after', 'before', cutParameter];

/** The most aggregates of one request. */
const maxAggregates = 20;

/** Reads the parameters of an aggregate. Throws a 400 that names every malformed or unknown one. */
export function parseAggregateRequest(parameters: URLSearchParams, sizes: PageSizes): AggregateRequest {
  const ofRows = new URLSearchParams(parameters);
  for (const name of [...aggregateParameters, ...ofPages]) ofRows.delete(name);
  const problems = new RequestProblems();
  for (const name of ofPages) if (parameters.has(name)) problems.add(name, say('unknownParameter'));
  const named = (name: (typeof aggregateParameters)[number]): string[] => namesIn(parameters.getAll(name));
  const request = { sum: named('_sum'), avg: named('_avg'), min: named('_min'), max: named('_max') };
  const groups = named('_group_by');
  if (groups.length > 1) problems.add('_group_by', say('oneField'));
  if (Object.values(request).flat().length > maxAggregates)
    problems.add('non_field_errors', say('maxAggregates', { count: maxAggregates }));
  problems.throwIfAny();
  return { rows: parseListRequest(ofRows, sizes), ...request, groupBy: groups[0] ?? null };
}

/** Names with commas between them, each once. */
function namesIn(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
