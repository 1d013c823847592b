import { filterGroupParameter, type ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useListContext } from 'react-admin';
import { loadedWindow } from '../../loading/loaded-window.tsx';
import { AddFilter } from './add-filter.tsx';
import { ConditionChips } from './condition-chips.tsx';
import { conditionsOf, type Filters, without } from './conditions.ts';
import { focusFilters } from './focus-filters.ts';
import { useFilterables } from './filterable.ts';
import { filtersOfGroup, groupOf } from './groups.ts';
import { SearchField } from './search-field.tsx';
import { t } from '../../texts/text.ts';

const GroupEditor = loadedWindow(async () => (await import('./group-editor.tsx')).GroupEditor);

interface FilterBarProps {
  readonly schema: ModelSchema;
  /** Further tools, at the end. */
  readonly children: ReactNode;
}

/** The search of a list, every filter that it has, and the button for one more. */
export function FilterBar({ schema, children }: FilterBarProps) {
  const { filterValues, setFilters } = useListContext();
  const [isGrouping, setGrouping] = useState(false);
  const filterables = useFilterables(schema);
  const filters = filterValues as Filters;
  const change = (next: Filters): void => setFilters(next, undefined);
  const conditions = filterables ? conditionsOf(filters, schema, filterables) : [];
  const openGroup = (): void => setGrouping(true);
  return (
    <Box
      component="search"
      sx={bar}
      data-filters
      aria-label={t('Filters of %{models}', { models: schema.verbose_name_plural })}
      // The browser may be offline by the time that it is opened, and asks for its code once.
      onFocus={GroupEditor.load}
    >
      {schema.search_fields.length > 0 && <SearchField schema={schema} filterables={filterables} />}
      {filterables && (
        <ConditionChips schema={schema} filterables={filterables} filters={filters} isCounted onChange={change} onGroup={openGroup} />
      )}
      {filterables && filterables.length > 0 && (
        <AddFilter
          counted={schema}
          filterables={filterables}
          filters={filters}
          onChange={change}
          onGroup={filterGroupParameter in filters ? undefined : openGroup}
        />
      )}
      {filterables && isGrouping && (
        <GroupEditor
          schema={schema}
          filterables={filterables}
          group={groupOf(filters[filterGroupParameter])}
          onClose={() => setGrouping(false)}
          onApply={(group) => {
            setGrouping(false);
            change({ ...without(filters, [filterGroupParameter]), ...filtersOfGroup(group) });
          }}
        />
      )}
      {conditions.length > 1 && (
        <Button
          size="small"
          onClick={() => {
            focusFilters();
            const names = conditions.flatMap((condition) => condition.names);
            change(without(filters, names));
          }}
        >
          {t('Clear the filters')}
        </Button>
      )}
      <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center' }}>{children}</Box>
    </Box>
  );
}

const bar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px', py: '10px', minWidth: 0 } as const;
