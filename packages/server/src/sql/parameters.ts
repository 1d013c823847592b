import type { Bindings, Parameter } from '../plan/parameter.ts';
import type { SqlDialect } from './dialect.ts';

type Bind = { readonly [K in keyof Bindings]: (binding: Bindings[K], dialect: SqlDialect) => unknown };

/** How a parameter of each kind is sent. */
const bindings: Bind = {
  value: ({ given, field }, dialect) => dialect.bind(given, field),
  values: ({ given, field }, dialect) => dialect.bindList(given, field),
  stored: ({ given, field }, dialect) => dialect.bindStored(given, field),
  driver: ({ given }, dialect) => dialect.bindDriver(given),
  texts: ({ given }, dialect) => dialect.bindTexts(given),
  search: ({ given, match }, dialect) => dialect.bindSearch(given, match, dialect.searchForm(given, match)),
  keys: ({ given, fields }, dialect) => dialect.bindKeys(given, fields),
  plain: ({ given }) => given,
};

/** A parameter in the form in which it is sent. */
export function bound<K extends keyof Bindings>({ kind, binding }: Parameter<K>, dialect: SqlDialect): unknown {
  return bindings[kind](binding, dialect);
}

/** The property of a parameter's values that the SQL depends on; empty for all parameters but searches. */
export function formOf(parameter: Parameter, dialect: SqlDialect): string {
  if (!isSearch(parameter)) return '';
  const { given, match } = parameter.binding;
  return dialect.searchForm(given, match);
}

function isSearch(parameter: Parameter): parameter is Parameter<'search'> {
  return parameter.kind === 'search';
}
