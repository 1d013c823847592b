import type { Bindings, Parameter } from '../plan/parameter.ts';
import type { SqlFragments } from '../databases/sql-fragments.ts';

type Bind = { readonly [K in keyof Bindings]: (binding: Bindings[K], fragments: SqlFragments) => unknown };

/** How a parameter of each kind is sent. */
const bindings: Bind = {
  value: ({ given, field }, fragments) => fragments.bind(given, field),
  values: ({ given, field }, fragments) => fragments.bindList(given, field),
  stored: ({ given, field }, fragments) => fragments.bindStored(given, field),
  driver: ({ given }, fragments) => fragments.bindDriver(given),
  texts: ({ given }, fragments) => fragments.bindTexts(given),
  search: ({ given, match }, fragments) => fragments.bindSearch(given, match, fragments.searchForm(given, match)),
  keys: ({ given, fields }, fragments) => fragments.bindKeys(given, fields),
  plain: ({ given }) => given,
};

/** A parameter in the form in which it is sent. */
export function bound<K extends keyof Bindings>({ kind, binding }: Parameter<K>, fragments: SqlFragments): unknown {
  return bindings[kind](binding, fragments);
}

/** The property of a parameter's values that the SQL depends on; empty for all parameters but searches. */
export function formOf(parameter: Parameter, fragments: SqlFragments): string {
  if (!isSearch(parameter)) return '';
  const { given, match } = parameter.binding;
  return fragments.searchForm(given, match);
}

function isSearch(parameter: Parameter): parameter is Parameter<'search'> {
  return parameter.kind === 'search';
}
