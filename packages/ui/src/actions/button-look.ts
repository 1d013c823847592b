import type { ActionSchema, ActionVariant } from '@grimoire/protocol';

type Color = 'inherit' | 'primary' | 'success' | 'warning' | 'error';

const colors: Readonly<Record<ActionVariant, Color>> = {
  plain: 'inherit',
  primary: 'primary',
  success: 'success',
  warning: 'warning',
  danger: 'error',
};

/** The color of an action's button: of its variant, otherwise red for what is destructive. */
export function colorOf({ variant, destructive }: Pick<ActionSchema, 'variant' | 'destructive'>): Color {
  return variant ? colors[variant] : destructive ? 'error' : 'primary';
}
