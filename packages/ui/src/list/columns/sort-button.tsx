import SortIcon from '@mui/icons-material/SwapVert';
import CloseIcon from '@mui/icons-material/Close';
import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { kindOf } from '../../kinds/registry.ts';
import { labelOf } from '../../schema/use-schema.ts';
import { useColumnChoice } from './column-choice.ts';
import { defaultSortOf, sortNameOf, sortOf, type SortTerm, termsOf } from './sort.ts';
import { ToolButton } from '../tools/tool-button.tsx';
import { t } from '../../texts/text.ts';

/** The columns by which a list is sorted, one after another. */
export function SortButton({ schema }: { readonly schema: ModelSchema }) {
  const { sort } = useListContext();
  const { length } = termsOf(sort);
  return (
    <ToolButton name="Sort" text={length > 1 ? t('Sort (%{number})', { number: length }) : t('Sort')} icon={<SortIcon />} width={320}>
      <Terms schema={schema} />
    </ToolButton>
  );
}

function Terms({ schema }: { readonly schema: ModelSchema }) {
  const { sort, setSort } = useListContext();
  const { offered } = useColumnChoice(schema);
  // Kept here, too: the list can be later than the next click.
  const [order, setOrder] = useState(sort);
  const terms = termsOf(order);
  const nameOf = (field: FieldSchema): string => sortNameOf(schema, field.name);
  const sortable = offered.filter((field) => kindOf(field).column.isSortable);
  const labels = new Map(sortable.map((field) => [nameOf(field), labelOf(field)]));
  const free = sortable.filter((field) => terms.every(({ name }) => name !== nameOf(field)));
  const set = (next: readonly SortTerm[]): void => {
    const wanted = sortOf(next) ?? defaultSortOf(schema);
    // react-admin turns the order around if it is given the same columns again.
    if (wanted.field !== order.field || wanted.order !== order.order) setSort(wanted);
    setOrder(wanted);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {terms.map((term, index) => {
        const { name, isDescending } = term;
        const label = labels.get(name) ?? name;
        return (
          <Box key={name} sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: 13.5 }}>
            <Box component="span" sx={{ color: 'text.secondary', width: 52, flex: 'none' }}>
              {index === 0 ? t('By') : t('then by')}
            </Box>
            <Box component="span" sx={{ flex: 1, minWidth: 0, fontWeight: 550, overflowWrap: 'anywhere' }}>
              {label}
            </Box>
            <Button
              size="small"
              aria-label={isDescending ? t('%{field}: descending', { field: label }) : t('%{field}: ascending', { field: label })}
              startIcon={isDescending ? <DownIcon /> : <UpIcon />}
              onClick={() => set(terms.with(index, { name, isDescending: !isDescending }))}
            >
              {isDescending ? t('Descending') : t('Ascending')}
            </Button>
            <IconButton size="small" aria-label={t('Do not sort by %{label}', { label })} onClick={() => set(terms.toSpliced(index, 1))}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </Box>
        );
      })}
      {free.length > 0 && (
        <TextField
          select
          size="small"
          label={t('Then by')}
          value=""
          onChange={(event) => set([...terms, { name: event.target.value, isDescending: false }])}
        >
          {free.map((field) => (
            <MenuItem key={field.name} value={nameOf(field)}>
              {labelOf(field)}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{t('Shift and a click on the head of a column adds it, too.')}</Box>
    </Box>
  );
}
