import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import { useColumnChoice } from './column-choice.ts';
import { useLook } from './column-look.ts';

interface ColumnActions {
  /** Shows a column, or hides it. */
  readonly toggle: (field: FieldSchema) => void;
  readonly isPinned: (field: FieldSchema) => boolean;
  /** Pins a column to the left, or lets it go. */
  readonly pin: (field: FieldSchema) => void;
  /** The columns of the config, or of the person where a view is open, with their usual look. */
  readonly reset: () => void;
}

/** What is done with the columns of a list, each alone. */
export function useColumnActions(schema: ModelSchema): ColumnActions {
  const { offered, shown, choose } = useColumnChoice(schema);
  const { look, change } = useLook(schema);
  const order = offered.map(({ name }) => name);
  const isPinned = ({ name }: FieldSchema): boolean => look.pinned.includes(name);
  return {
    isPinned,
    toggle({ name }) {
      const next = order.filter((one) => (one === name ? !shown.has(one) : shown.has(one)));
      // A list without a column shows nothing.
      if (next.length > 0) choose({ order, shown: next });
    },
    pin(field) {
      const others = look.pinned.filter((name) => name !== field.name);
      change({ ...look, pinned: isPinned(field) ? others : [...others, field.name] });
    },
    reset() {
      choose(null);
      change(null);
    },
  };
}
