import { AutocompleteArrayInput, AutocompleteInput, ReferenceArrayInput, ReferenceInput, useListContext } from 'react-admin';

interface RelationFilterProps {
  readonly source: string;
  readonly label: string;
  readonly reference: string;
}

const queryOptions = { meta: { autocomplete: true } };

/** Filters a list by one row of another model, or by several where the list's address names several. */
export function RelationFilter({ source, label, reference }: RelationFilterProps) {
  const { filterValues } = useListContext();
  const value = (filterValues as Readonly<Record<string, unknown>>)[source];
  if (Array.isArray(value))
    return (
      <ReferenceArrayInput source={source} reference={reference} queryOptions={queryOptions}>
        <AutocompleteArrayInput label={label} optionText="_label" size="small" helperText={false} sx={{ minWidth: 220 }} />
      </ReferenceArrayInput>
    );
  return (
    <ReferenceInput source={source} reference={reference} queryOptions={queryOptions}>
      <AutocompleteInput label={label} optionText="_label" size="small" helperText={false} sx={{ minWidth: 220 }} />
    </ReferenceInput>
  );
}
