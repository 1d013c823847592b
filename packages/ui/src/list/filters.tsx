import type { FieldSchema, ModelSchema, ModelSummary } from '@grimoire/protocol';
import type { ReactElement } from 'react';
import { SearchInput, SelectArrayInput, SelectInput, TextInput } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { instantOf, localOf } from '../form/date-time-input.tsx';
import { yesOrNo } from '../form/field-input.tsx';
import { formName } from '../form/form-names.ts';
import { type FieldKind, kindOf } from '../schema/kinds.ts';
import { RelationFilter } from './relation-filter.tsx';
import { capitalized, labelOf, useAreSchemasKnown, useModels, useModelSchemas } from '../schema/use-schema.ts';

/** A field that a list may be filtered by, under the name that its filters have: `customer__country`. */
interface Filterable {
  readonly path: string;
  readonly label: string;
  readonly field: FieldSchema;
}

/**
 * The inputs by which a list is filtered: those that the config asks for first, then the model's other fields. Undefined until
 * all of them are known: react-admin's form gives its values to the inputs that it begins with, and to no later one.
 */
export function useFilters(schema: ModelSchema): ReactElement[] | undefined {
  const models = useModels();
  const steps = schema.list_filter.flatMap((path) => {
    const first = schema.fields.find(({ name }) => path.startsWith(`${name}__`));
    return first?.related_model ? [first.related_model] : [];
  });
  const targets = [...new Set(steps)];
  const related = useModelSchemas(targets);
  const areKnown = useAreSchemasKnown(targets);
  if (models.length === 0 || !areKnown) return undefined;
  const listed = schema.list_filter.flatMap((path) => filterable(path, schema, related));
  const named = new Set(listed.map(({ path }) => path));
  // The form of the filters reads such names as ways into a value.
  const others = schema.fields
    .filter(({ name }) => !named.has(name) && formName(name) === name && !isSecret(name))
    .map((field) => ({ path: field.name, label: labelOf(field), field }));
  const search =
    schema.search_fields.length > 0
      ? [<SearchInput key="q" source="q" alwaysOn placeholder="Search" slotProps={{ htmlInput: { 'aria-label': 'Search' } }} />]
      : [];
  return [...search, ...[...listed, ...others].flatMap((one) => inputsOf(one, models))];
}

/** What nobody reads can't be asked for. */
function isSecret(name: string): boolean {
  return /password/i.test(name);
}

/** A path of `list_filter` as a field; nothing where it leads through what the user may not see. */
function filterable(path: string, schema: ModelSchema, related: ReadonlyMap<string, ModelSchema>): Filterable[] {
  const own = schema.fields.find(({ name }) => name === path);
  if (own) return [{ path, label: labelOf(own), field: own }];
  const step = schema.fields.find(({ name }) => path.startsWith(`${name}__`));
  const next = step?.related_model === undefined ? undefined : related.get(step.related_model);
  const field = step && next?.fields.find(({ name }) => name === path.slice(step.name.length + 2));
  return step && field ? [{ path, label: `${labelOf(step)}: ${field.verbose_name}`, field }] : [];
}

function inputsOf({ path: own, label, field }: Filterable, models: readonly ModelSummary[]): ReactElement[] {
  const kind = kindOf(field);
  // `q` is the search, whatever column is called so.
  const path = own === 'q' || own === 'search' ? `${own}__exact` : own;
  const common = { label };
  switch (kind) {
    case 'choice': {
      const choices = (field.choices ?? []).map(([id, name]) => ({ id, name }));
      return [<SelectArrayInput key={path} source={path} {...common} choices={choices} format={listOf} sx={{ minWidth: 160 }} />];
    }
    case 'boolean':
      return [<SelectInput key={path} source={path} {...common} choices={yesOrNo} format={textOf} />];
    case 'relation':
    case 'relations':
      return models.some(({ model, permissions }) => model === field.related_model && permissions.view)
        ? [<RelationFilter key={path} source={path} {...common} reference={field.related_model ?? ''} />]
        : [];
    case 'date':
    case 'date-time':
    case 'time':
    case 'integer':
    case 'number':
      return [rangeEnd({ path, label, kind, end: 'gte' }), rangeEnd({ path, label, kind, end: 'lte' })];
    case 'text':
    case 'long-text':
    case 'email':
    case 'link':
      return [<TextInput key={path} source={`${path}__icontains`} label={`${label} contains`} />];
    case 'json':
    case 'list':
    case 'binary':
      return [];
  }
}

/** An address may name one value, or several. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

interface RangeEnd {
  readonly path: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly end: 'gte' | 'lte';
}

function rangeEnd({ path, label, kind, end }: RangeEnd): ReactElement {
  const source = `${path}__${end}`;
  const isFrom = end === 'gte';
  if (kind === 'integer' || kind === 'number')
    return (
      <TextInput
        key={source}
        source={source}
        label={`${label} ${isFrom ? '≥' : '≤'}`}
        type="number"
        slotProps={{ htmlInput: { step: 'any' } }}
      />
    );
  const word = isFrom ? 'from' : 'until';
  const text = `${label} ${word}`;
  const shrink = { inputLabel: { shrink: true } };
  if (kind === 'date-time')
    return (
      <TextInput
        key={source}
        source={source}
        label={text}
        type="date"
        slotProps={shrink}
        parse={isFrom ? startOfDay : endOfDay}
        format={dayOf}
      />
    );
  return <TextInput key={source} source={source} label={text} type={kind} slotProps={shrink} />;
}

/** A day begins and ends where the person is who names it. */
function startOfDay(day: string): string {
  return instantOf(`${day}T00:00:00`) ?? '';
}

function endOfDay(day: string): string {
  return instantOf(`${day}T23:59:59.999`) ?? '';
}

function dayOf(value: string | undefined): string {
  return localOf(value).slice(0, 10);
}

/** What stands above a list's columns, for its `filters`. */
export function headingOf(schema: Pick<ModelSchema, 'verbose_name_plural'>): string {
  return capitalized(schema.verbose_name_plural);
}
