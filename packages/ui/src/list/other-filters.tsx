import { type ModelSchema, trashParameter } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { ReactElement } from 'react';
import { useListContext } from 'react-admin';
import { textOf } from '../cells/value-text.ts';
import { labelOf } from '../schema/use-schema.ts';

type Values = Readonly<Record<string, unknown>>;

export interface OtherFiltersProps {
  readonly schema: ModelSchema;
  /** The inputs of the list, once they are known. */
  readonly filters: readonly ReactElement[] | undefined;
}

/** The filters of a list's address that have no input: each is shown, and can be removed. */
export function OtherFilters({ schema, filters }: OtherFiltersProps) {
  const { filterValues, displayedFilters, setFilters } = useListContext();
  if (!filters) return null;
  const sources = new Set(filters.map(({ props }) => (props as { readonly source: string }).source));
  const values = filterValues as Values;
  // The trash has a button of its own.
  const others = Object.entries(values).filter(([name, value]) => name !== trashParameter && !sources.has(name) && !isEmpty(value));
  if (others.length === 0) return null;
  const remove = (name: string): void => {
    const { [name]: _removed, ...rest } = values;
    setFilters(rest, displayedFilters);
  };
  return (
    <Box component="fieldset" aria-label="Other filters" sx={frame}>
      {others.map(([name, value]) => (
        <Chip key={name} size="small" label={`${nameOf(schema, name)}: ${valueText(value)}`} onDelete={() => remove(name)} />
      ))}
    </Box>
  );
}

const frame = { display: 'flex', flexWrap: 'wrap', gap: 1, p: 1, m: 0, border: 0, minWidth: 0 } as const;

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

const words: Readonly<Record<string, string>> = {
  exact: '',
  gte: '≥',
  lte: '≤',
  gt: '>',
  lt: '<',
  isnull: 'is empty',
  icontains: 'contains',
};

/** `placedAt__date` as "Placed at date". */
function nameOf(schema: ModelSchema, filter: string): string {
  const fields = schema.fields.filter(({ name }) => filter === name || filter.startsWith(`${name}__`));
  const field = fields.toSorted((one, other) => other.name.length - one.name.length)[0];
  return field
    ? [
        labelOf(field),
        ...filter
          .slice(field.name.length)
          .split('__')
          .map((part) => words[part] ?? part),
      ]
        .filter(Boolean)
        .join(' ')
    : filter;
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
}
