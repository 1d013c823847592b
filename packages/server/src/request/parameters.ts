import { cutParameter, reservedParameters, trashParameter } from '@grimoire/protocol';
import { RequestProblems } from '../errors/errors.ts';
import type { RawNumber } from '../model/raw-number.ts';
import { Message, say } from '../texts/message.ts';
import type { PageSizes } from './settings.ts';

/** A value of a filter: a text, or a number of a JSON text. */
export type FilterValue = string | number | RawNumber;

/** A parameter whose name is not reserved, with all its values. */
export interface FilterParameter {
  readonly name: string;
  readonly values: readonly FilterValue[];
}

/** The parsed address of a list, before it is checked against a model (CONTRACT §4). */
export interface ListRequest {
  /** 1-based. */
  readonly page: number;
  readonly pageSize: number;
  readonly ordering: readonly string[];
  /** Words that must all be found. */
  readonly search: readonly string[];
  readonly filters: readonly FilterParameter[];
  /** Whether the rows in the trash are listed, in place of the others. */
  readonly isOfTrash: boolean;
  /** The number of characters after which long values are cut; undefined if they are whole. */
  readonly cut: number | undefined;
  /** The signed cursor of the row after which the page starts, or before which it ends. */
  readonly cursor: { readonly direction: 'after' | 'before'; readonly token: string } | undefined;
}

const reserved: ReadonlySet<string> = new Set(reservedParameters);
const maxWords = 10;
const maxSearchLength = 200;
/** The most characters of a value in a list that is asked to cut values. */
const maxCut = 10_000;

/** The parameters of a list that say which part of its rows is answered, and how; they select no rows. */
export const pageParameters: ReadonlySet<string> = new Set(['page', 'page_size', 'ordering', 'after', 'before', 'format', cutParameter]);

/** Whether a parameter of a list is a filter, by its name. */
export function isFilter(name: string): boolean {
  return !reserved.has(name) && name !== trashParameter && name !== cutParameter;
}

/** Reads the parameters of a list. Throws a 400 that names every malformed one. */
export function parseListRequest(parameters: URLSearchParams, sizes: PageSizes): ListRequest {
  const problems = new RequestProblems();
  const filters = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    if (!isFilter(name)) continue;
    const values = filters.get(name);
    if (values) values.push(value);
    else filters.set(name, [value]);
  }
  const page = positiveInteger(parameters.get('page'), 1);
  if (page === null) problems.add('page', say('positive'));
  const pageSize = positiveInteger(parameters.get('page_size'), sizes.pageSize);
  if (pageSize === null) problems.add('page_size', say('positive'));
  const cut = positiveInteger(parameters.get(cutParameter), maxCut);
  if (cut === null) problems.add(cutParameter, say('positive'));
  const search = searchWords(parameters.get('search') ?? '');
  if (search instanceof Message) problems.add('search', search);
  const isOfTrash = readTrash(parameters, problems);
  const after = parameters.get('after') || null;
  const before = parameters.get('before') || null;
  if (after !== null && before !== null) problems.add('before', say('notCombined', { name: 'after' }));
  problems.throwIfAny();
  return {
    page: page ?? 1,
    pageSize: Math.min(pageSize ?? sizes.pageSize, sizes.maxPageSize),
    ordering: (parameters.get('ordering') ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    search: search instanceof Message ? [] : search,
    isOfTrash,
    cut: cut === null || !parameters.get(cutParameter) ? undefined : Math.min(cut, maxCut),
    filters: Array.from(filters, ([name, values]) => ({ name, values })),
    cursor: after !== null ? { direction: 'after', token: after } : before !== null ? { direction: 'before', token: before } : undefined,
  };
}

/** Whether the parameters name the rows in the trash. */
function readTrash(parameters: URLSearchParams, problems: RequestProblems): boolean {
  const values = parameters.getAll(trashParameter);
  if (values.some((value) => value !== 'only')) problems.add(trashParameter, say('only'));
  return values.length > 0;
}

/** Reads the parameters of one row. Throws a 400 that names every malformed or unknown one. */
export function parseRowRequest(parameters: URLSearchParams): { readonly isOfTrash: boolean } {
  const problems = unknownExcept(parameters, [trashParameter]);
  const isOfTrash = readTrash(parameters, problems);
  problems.throwIfAny();
  return { isOfTrash };
}

function positiveInteger(text: string | null, fallback: number): number | null {
  if (text === null || text === '') return fallback;
  if (!/^\d{1,100}$/.test(text)) return null;
  const value = Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  return value >= 1 ? value : null;
}

/**
 * Splits a search at white space; `"quoted words"` stay together.
 * @returns the words, or a message if the text is invalid.
 */
export function searchWords(text: string): readonly string[] | Message {
  if (text.includes('\0')) return say('nullCharacters');
  if (text.length > maxSearchLength) return say('maxCharacters', { count: maxSearchLength });
  const words = Array.from(text.matchAll(/"([^"]+)"|[^\s"]+/gu), (match) => (match[1] ?? match[0]).trim()).filter((word) => word !== '');
  return words.length > maxWords ? say('maxWords', { count: maxWords }) : words;
}

/** The parameters of an autocomplete. */
export interface SuggestionsRequest {
  readonly text: string;
  readonly words: readonly string[];
  readonly page: number;
}

/** Reads the parameters of an autocomplete. Throws a 400 that names every malformed or unknown one. */
export function parseSuggestionsRequest(parameters: URLSearchParams): SuggestionsRequest {
  const problems = unknownExcept(parameters, ['q', 'page']);
  const text = (parameters.get('q') ?? '').trim();
  const words = searchWords(text);
  if (words instanceof Message) problems.add('q', words);
  const page = positiveInteger(parameters.get('page'), 1);
  if (page === null) problems.add('page', say('positive'));
  problems.throwIfAny();
  return { text, words: words instanceof Message ? [] : words, page: page ?? 1 };
}

/** Reads the words for the search of all models. Throws a 400 that names every malformed or unknown parameter. */
export function parseSearchRequest(parameters: URLSearchParams): SuggestionsRequest {
  const unknown = unknownExcept(parameters, ['q']);
  unknown.throwIfAny();
  return parseSuggestionsRequest(new URLSearchParams({ q: parameters.get('q') ?? '' }));
}

/** Reads the model of saved views. Throws a 400 that names every unknown parameter. */
export function parseViewsRequest(parameters: URLSearchParams): { readonly model: string | undefined } {
  const unknown = unknownExcept(parameters, ['model']);
  unknown.throwIfAny();
  return { model: parameters.get('model') || undefined };
}

/** Reads the time zone of a card. Throws a 400 that names every unknown parameter. */
export function parseCardRequest(parameters: URLSearchParams): { readonly timeZone: string | undefined } {
  const unknown = unknownExcept(parameters, ['time_zone']);
  unknown.throwIfAny();
  return { timeZone: parameters.get('time_zone') || undefined };
}

/** Throws a 400 if an address that takes no parameters has some. */
export function refuseParameters(parameters: URLSearchParams, allowed: readonly string[] = []): void {
  const problems = unknownExcept(parameters, allowed);
  problems.throwIfAny();
}

/** A message for each parameter that is not known. `format` always is. */
function unknownExcept(parameters: URLSearchParams, known: readonly string[]): RequestProblems {
  const problems = new RequestProblems();
  for (const name of new Set(parameters.keys()))
    if (name !== 'format' && !known.includes(name)) problems.add(name, say('unknownParameter'));
  return problems;
}

/** A page of the history of a row. */
export interface HistoryRequest {
  readonly number: number;
  readonly size: number;
  /** Whether the row is in the trash. */
  readonly isOfTrash: boolean;
}

/** Reads the parameters of a history. Throws a 400 that names every malformed or unknown one. */
export function parseHistoryRequest(parameters: URLSearchParams, sizes: PageSizes): HistoryRequest {
  const problems = unknownExcept(parameters, ['page', 'page_size', trashParameter]);
  const isOfTrash = readTrash(parameters, problems);
  const number = positiveInteger(parameters.get('page'), 1);
  const size = positiveInteger(parameters.get('page_size'), sizes.pageSize);
  if (number === null) problems.add('page', say('positive'));
  if (size === null) problems.add('page_size', say('positive'));
  problems.throwIfAny();
  return { number: number ?? 1, size: Math.min(size ?? sizes.pageSize, sizes.maxPageSize), isOfTrash };
}
