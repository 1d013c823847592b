import type { FieldSchema } from '@grimoire/protocol';
import { memo } from 'react';
import { kindOf } from '../../kinds/registry.ts';
import { Bar } from '../../loading/bar.tsx';
import { Skeleton } from '../../loading/skeleton.tsx';
import { labelOf } from '../../schema/use-schema.ts';
import { sizes } from '../../theme/tokens.ts';
import type { Density } from './column-look.ts';
import type { Sized } from './column-sizes.ts';
import { t } from '../../texts/text.ts';

/** No window shows more rows. */
const most = 50;

interface ColumnsSkeletonProps {
  readonly sized: Sized;
  readonly density: Density;
  /** The number of rows that will be there. */
  readonly rows: number;
}

/** The rows of a list that are being read. It is no table: nothing that looks for rows finds them here. */
export const ColumnsSkeleton = memo(function ColumnsSkeleton({ sized, density, rows }: ColumnsSkeletonProps) {
  const height = density === 'dense' ? sizes.denseRow : sizes.row;
  return (
    <Skeleton text={t('Loading')} sx={lines}>
      <Line sized={sized} height={34} widthIn={(field) => Math.min(labelOf(field).length * 6, 120)} bar={9} />
      {Array.from({ length: Math.min(rows, most) }, (_, row) => (
        <Line key={row} sized={sized} height={height} widthIn={(field, place) => usualWidth(field) - ((row * 5 + place * 3) % 4) * 7} />
      ))}
    </Skeleton>
  );
});

interface LineProps {
  readonly sized: Sized;
  readonly height: number;
  /** The height of the bars. */
  readonly bar?: number;
  readonly widthIn: (field: FieldSchema, place: number) => number;
}

function Line({ sized: { columns, isTickable, look }, height, bar = 11, widthIn }: LineProps) {
  return (
    <div className="dash-line" style={{ height }}>
      {isTickable && (
        <div className="dash-tick-place">
          <Bar width={16} height={16} />
        </div>
      )}
      {columns.map((field, place) => (
        <div
          key={field.name}
          className="dash-value"
          style={{ ...widthOf(field, look.widths[field.name]), justifyContent: kindOf(field).column.align === 'right' ? 'end' : 'start' }}
        >
          <Bar width={widthIn(field, place)} height={bar} />
        </div>
      ))}
    </div>
  );
}

/** The width of a column: the chosen one; otherwise what is left is shared by what the columns usually contain. */
function widthOf(field: FieldSchema, chosen: number | undefined): object {
  return chosen === undefined ? { flex: `1 0 ${Math.max(usualWidth(field), 40) + 24}px` } : { flex: 'none', width: chosen };
}

/** Pixels that a value of the field usually takes. */
function usualWidth(field: FieldSchema): number {
  const { column, isSwitch, isMoment, isForeignKey } = kindOf(field);
  if (isSwitch === true) return 52;
  if (column.align === 'right') return 64;
  if (field.choices) return 76;
  if (isMoment === true) return 92;
  return isForeignKey === true ? 120 : 104;
}

/** The elements inside are plain ones: there are hundreds, and each of MUI's would make styles of its own. */
const lines = {
  overflow: 'hidden',
  '& .dash-line': {
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    px: `${sizes.gutter - 12}px`,
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& .dash-tick-place': { flex: 'none', width: 46 - 7 },
  '& .dash-value': { display: 'flex', boxSizing: 'border-box', px: '12px', minWidth: 0 },
} as const;
