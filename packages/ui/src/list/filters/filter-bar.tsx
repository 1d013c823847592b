import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useListContext } from 'react-admin';
import type { ModelSchema } from '@grimoire/protocol';
import { ConditionChip } from './condition-chip.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { conditionsOf, type Filters, rivalsOf, without } from './conditions.ts';
import { type Filterable, useFilterables } from './filterable.ts';
import { SearchField } from './search-field.tsx';

interface FilterBarProps {
  readonly schema: ModelSchema;
  /** Further tools, at the end. */
  readonly children: ReactNode;
}

/** The search of a list, every filter that it has, and the button for one more. */
export function FilterBar({ schema, children }: FilterBarProps) {
  const { filterValues, setFilters } = useListContext();
  const filterables = useFilterables(schema);
  const filters = filterValues as Filters;
  const change = (next: Filters): void => setFilters(next, undefined);
  const conditions = filterables ? conditionsOf(filters, schema, filterables) : [];
  return (
    <Box component="search" sx={bar} aria-label={`Filters of ${schema.verbose_name_plural}`}>
      {schema.search_fields.length > 0 && <SearchField schema={schema} />}
      {conditions.map((condition) => (
        <ConditionChip
          key={condition.names.join(' ')}
          condition={condition}
          onRemove={() => change(without(filters, condition.names))}
          onChange={(made) => change({ ...without(filters, [...condition.names, ...rivalsOf(Object.keys(made))]), ...made })}
        />
      ))}
      {filterables && filterables.length > 0 && (
        <AddFilter
          filterables={filterables}
          onAdd={(names, made) => change({ ...without(filters, [...names, ...rivalsOf(names)]), ...made })}
        />
      )}
      {conditions.length > 1 && (
        <Button
          size="small"
          onClick={() =>
            change(
              without(
                filters,
                conditions.flatMap(({ names }) => names),
              ),
            )
          }
        >
          Clear the filters
        </Button>
      )}
      <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center' }}>{children}</Box>
    </Box>
  );
}

const bar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px', py: '10px', minWidth: 0 } as const;

interface AddFilterProps {
  readonly filterables: readonly Filterable[];
  /** Receives the filters of the same field that the new ones replace. */
  readonly onAdd: (replaced: readonly string[], filters: Filters) => void;
}

function AddFilter({ filterables, onAdd }: AddFilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<Filterable | null>(null);
  const close = (): void => {
    setAnchor(null);
    setChosen(null);
  };
  return (
    <>
      <Button size="small" aria-haspopup="menu" startIcon={<AddIcon />} onClick={(event) => setAnchor(event.currentTarget)} sx={add}>
        Add filter
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null && chosen === null} onClose={close} slotProps={{ paper: { sx: { maxHeight: 420 } } }}>
        {filterables.map((filterable) => (
          <MenuItem key={filterable.path} onClick={() => setChosen(filterable)}>
            {filterable.label}
          </MenuItem>
        ))}
      </Menu>
      {anchor && chosen && (
        <ConditionEditor
          anchor={anchor}
          filterable={chosen}
          condition={undefined}
          onClose={close}
          onApply={(filters) => {
            onAdd(Object.keys(filters), filters);
            close();
          }}
        />
      )}
    </>
  );
}

const add = { border: '1px dashed', borderColor: 'divider', color: 'text.secondary', height: 28, fontSize: 12.5 } as const;
