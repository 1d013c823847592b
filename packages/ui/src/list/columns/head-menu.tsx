import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { RefObject } from 'react';
import { useListContext } from 'react-admin';
import { kindOf } from '../../kinds/registry.ts';
import { labelOf } from '../../schema/use-schema.ts';
import { useColumnActions } from './column-actions.ts';
import { useColumnSizing } from './column-edge.tsx';
import type { Sized } from './column-sizes.ts';
import { sortNameOf } from './sort.ts';
import { t } from '../../texts/text.ts';

/** The head whose menu is open. */
export interface HeadMenuPlace {
  readonly field: FieldSchema;
  readonly cell: HTMLElement;
}

interface HeadMenuProps {
  readonly schema: ModelSchema;
  readonly sized: Sized;
  readonly box: RefObject<HTMLElement | null>;
  readonly place: HeadMenuPlace;
  readonly onClose: () => void;
}

/** What can be done with a column: the menu of its head. */
export function HeadMenu({ schema, sized, box, place: { field, cell }, onClose }: HeadMenuProps) {
  const { sort, setSort } = useListContext();
  const { toggle, pin, isPinned } = useColumnActions(schema);
  const { fit } = useColumnSizing({ schema, sized, box });
  const sortBy = (order: 'ASC' | 'DESC'): void => {
    const name = sortNameOf(schema, field.name);
    // react-admin turns the order around if it is given the same column again.
    if (sort.field !== name || sort.order !== order) setSort({ field: name, order });
  };
  const items: readonly (readonly [string, () => void])[] = [
    ...(kindOf(field).column.isSortable
      ? ([
          [t('Sort ascending'), () => sortBy('ASC')],
          [t('Sort descending'), () => sortBy('DESC')],
        ] as const)
      : []),
    [isPinned(field) ? t('Unpin') : t('Pin to the left'), () => pin(field)],
    [t('Fit the width'), () => fit(field)],
    ...(sized.columns.length > 1 ? ([[t('Hide'), () => toggle(field)]] as const) : []),
  ];
  return (
    <Menu
      open
      anchorEl={cell}
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': t('Column %{field}', { field: labelOf(field) }) } as object,
        list: { 'aria-label': labelOf(field), dense: true },
      }}
    >
      {items.map(([name, run]) => (
        <MenuItem
          key={name}
          onClick={() => {
            onClose();
            run();
          }}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
