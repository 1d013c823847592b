import type { CellProps } from '@grimoire/ui';

/** A rating as stars. */
export function StarsCell({ value, options }: CellProps<number>) {
  const most = Number(options['max'] ?? 5);
  return <span aria-label={`${value} of ${most} stars`}>{'★'.repeat(value).padEnd(most, '☆')}</span>;
}
