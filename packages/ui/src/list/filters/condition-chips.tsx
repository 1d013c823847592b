import type { ModelSchema } from '@grimoire/protocol';
import { useEffect, useRef } from 'react';
import { focusIfLost } from '../../layout/focus.ts';
import { ConditionChip } from './condition-chip.tsx';
import { conditionsOf, type Filters, rivalsOf, without } from './conditions.ts';
import type { Filterable } from './filterable.ts';

interface ConditionChipsProps {
  readonly schema: ModelSchema;
  readonly filterables: readonly Filterable[];
  readonly filters: Filters;
  /** Whether the rows of the list are counted beside values. */
  readonly isCounted?: boolean;
  readonly onChange: (filters: Filters) => void;
  /** Changes the alternatives of a list. */
  readonly onGroup?: (() => void) | undefined;
}

/** The conditions of filters, each of which can be changed and taken away. */
export function ConditionChips({ schema, filterables, filters, isCounted = false, onChange, onGroup }: ConditionChipsProps) {
  const changed = useRef<string | null>(null);
  // A chip of another operator is another one: the one that had the focus is gone.
  useEffect(() => {
    const { current } = changed;
    const chip = current === null ? null : document.querySelector<HTMLElement>(`[data-chip="${CSS.escape(current)}"] button`);
    // It is there once the list has the filters.
    if (!chip) return;
    changed.current = null;
    focusIfLost(chip);
  });
  return conditionsOf(filters, schema, filterables).map((condition) => (
    <ConditionChip
      key={condition.names.join(' ')}
      condition={condition}
      counted={isCounted ? { schema, filters } : undefined}
      onRemove={() => onChange(without(filters, condition.names))}
      onChange={(made) => {
        changed.current = Object.keys(made).join(' ');
        onChange({ ...without(filters, [...condition.names, ...rivalsOf(Object.keys(made))]), ...made });
      }}
      onGroup={onGroup}
    />
  ));
}
