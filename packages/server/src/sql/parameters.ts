import type { Bindings, Parameter } from '../plan/parameter.ts';
import type { SqlWords } from '../databases/words.ts';

type Bind = { readonly [K in keyof Bindings]: (binding: Bindings[K], words: SqlWords) => unknown };

/** How a parameter of each kind is sent. */
const bindings: Bind = {
  value: ({ given, field }, words) => words.bind(given, field),
  values: ({ given, field }, words) => words.bindList(given, field),
  stored: ({ given, field }, words) => words.bindStored(given, field),
  driver: ({ given }, words) => words.bindDriver(given),
  texts: ({ given }, words) => words.bindTexts(given),
  search: ({ given, match }, words) => words.bindSearch(given, match, words.searchForm(given, match)),
  keys: ({ given, fields }, words) => words.bindKeys(given, fields),
  plain: ({ given }) => given,
};

/** A parameter in the form in which it is sent. */
export function bound<K extends keyof Bindings>({ kind, binding }: Parameter<K>, words: SqlWords): unknown {
  return bindings[kind](binding, words);
}

/** The property of a parameter's values that the SQL depends on; empty for all parameters but searches. */
export function formOf(parameter: Parameter, words: SqlWords): string {
  if (!isSearch(parameter)) return '';
  const { given, match } = parameter.binding;
  return words.searchForm(given, match);
}

function isSearch(parameter: Parameter): parameter is Parameter<'search'> {
  return parameter.kind === 'search';
}
