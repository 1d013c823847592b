import type { ModelSchema } from '@grimoire/protocol';
import { ConditionChip } from './condition-chip.tsx';
import { conditionsOf, type Filters, rivalsOf, without } from './conditions.ts';
import type { Filterable } from './filterable.ts';

interface ConditionChipsProps {
  readonly schema: ModelSchema;
  readonly filterables: readonly Filterable[];
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  /** Changes the alternatives of a list. */
  readonly onGroup?: (() => void) | undefined;
}

/** The conditions of filters, each of which can be changed and taken away. */
export function ConditionChips({ schema, filterables, filters, onChange, onGroup }: ConditionChipsProps) {
  return conditionsOf(filters, schema, filterables).map((condition) => (
    <ConditionChip
      key={condition.names.join(' ')}
      condition={condition}
      onRemove={() => onChange(without(filters, condition.names))}
      onChange={(made) => onChange({ ...without(filters, [...condition.names, ...rivalsOf(Object.keys(made))]), ...made })}
      onGroup={onGroup}
    />
  ));
}
