import AddIcon from '@mui/icons-material/Add';
import type { ModelSchema } from '@grimoire/protocol';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useEffect, useRef, useState } from 'react';
import { focusIfLost } from '../../layout/focus.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { type Filters, rivalsOf, without } from './conditions.ts';
import type { Filterable } from './filterable.ts';
import { t } from '../../texts/text.ts';

interface AddFilterProps {
  /** The model whose rows are counted beside values; undefined for no counts. */
  readonly counted?: ModelSchema;
  readonly filterables: readonly Filterable[];
  readonly filters: Filters;
  /** Receives all filters, with the new ones. */
  readonly onChange: (filters: Filters) => void;
  /** Asks for alternatives; undefined where there can be none. */
  readonly onGroup?: (() => void) | undefined;
}

/** A button that asks for a field, and then for a condition on it. */
export function AddFilter({ counted, filterables, filters, onChange, onGroup }: AddFilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<Filterable | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setAnchor(null);
    setChosen(null);
  };
  // The editor was opened by an item of a menu, which is gone.
  useEffect(() => {
    const { current } = button;
    return chosen ? () => focusIfLost(current) : undefined;
  }, [chosen]);
  return (
    <>
      <Button
        ref={button}
        size="small"
        className="add-filter"
        aria-haspopup="menu"
        startIcon={<AddIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={add}
      >
        {t('Add filter')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null && chosen === null} onClose={close} slotProps={{ paper: { sx: { maxHeight: 420 } } }}>
        {filterables.map((filterable) => (
          <MenuItem key={filterable.path} onClick={() => setChosen(filterable)}>
            {filterable.label}
          </MenuItem>
        ))}
        {onGroup && <Divider />}
        {onGroup && (
          <MenuItem
            onClick={() => {
              close();
              onGroup();
            }}
          >
            {t('Alternatives (or)…')}
          </MenuItem>
        )}
      </Menu>
      {anchor && chosen && (
        <ConditionEditor
          anchor={anchor}
          filterable={chosen}
          counted={counted && { schema: counted, filters }}
          condition={undefined}
          onClose={close}
          onApply={(made) => {
            const names = Object.keys(made);
            onChange({ ...without(filters, [...names, ...rivalsOf(names)]), ...made });
            close();
          }}
        />
      )}
    </>
  );
}

const add = { border: '1px dashed', borderColor: 'divider', color: 'text.secondary', height: 28, fontSize: 12.5 } as const;
