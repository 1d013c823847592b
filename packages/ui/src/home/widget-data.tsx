import type { Cards, FieldSchema, WidgetCard, WidgetRows } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import CardContent from '@mui/material/CardContent';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Cell } from '../cells/cell.tsx';
import { textOf } from '../cells/value-text.ts';
import { numbers } from '../list/count-text.ts';
import { capitalized, labelOf, useModel } from '../schema/use-schema.ts';
import { t } from '../texts/text.ts';

type Line = Readonly<Record<string, unknown>>;

/** The answer of a widget: cards as numbers, points as a chart, rows as a table; any other answer as JSON. */
export function WidgetData({ data }: { readonly data: unknown }): ReactNode {
  if (typeof data !== 'object' || data === null) return null;
  const { cards, points, rows, columns } = data as { cards?: Cards['cards']; points?: readonly Line[] } & Partial<WidgetRows>;
  if (Array.isArray(cards)) return <Numbers cards={cards} />;
  if (Array.isArray(points)) return <Course points={points} />;
  if (Array.isArray(rows)) return <Rows rows={rows} columns={columns} />;
  return (
    <Card>
      <CardContent component="pre" sx={{ m: 0, overflowX: 'auto' }}>
        {JSON.stringify(data, null, 2)}
      </CardContent>
    </Card>
  );
}

function Numbers({ cards }: { readonly cards: Cards['cards'] }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}>
      {cards.map((card) => (
        <NumberCard key={card.key} card={card} />
      ))}
    </Box>
  );
}

function NumberCard({ card: { key, label, value, delta, capped } }: { readonly card: WidgetCard }) {
  const model = useModel(key);
  const content = (
    <CardContent>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {capitalized(label)}
      </Typography>
      <Typography variant="h5" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {capped ? t('more than %{number}', { number: shownText(value) }) : shownText(value)}
      </Typography>
      {typeof delta === 'number' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {`${delta >= 0 ? '▲ +' : '▼ −'}${numbers.format(Math.abs(delta))}`}
        </Typography>
      )}
    </CardContent>
  );
  if (!model?.permissions.view) return <Card>{content}</Card>;
  return (
    <Card>
      <CardActionArea component={Link} to={`/${model.model}`}>
        {content}
      </CardActionArea>
    </Card>
  );
}

/** A number for each day as bars. Each bar has its value as text, and a table gives all values to screen readers. */
function Course({ points }: { readonly points: readonly Line[] }) {
  const counts = points.map(({ count }) => Number(count));
  const most = Math.max(1, ...counts);
  const width = 100 / Math.max(1, points.length);
  return (
    <Card>
      <CardContent sx={{ '& svg': { color: 'primary.main' } }}>
        <svg viewBox="0 0 100 30" preserveAspectRatio="none" width="100%" height="120" role="img" aria-label={courseText(points, counts)}>
          {points.map(({ date }, index) => {
            const height = ((counts[index] ?? 0) / most) * 29;
            return (
              <rect
                key={String(date)}
                x={index * width + width * 0.1}
                y={30 - height}
                width={width * 0.8}
                height={height}
                fill="currentColor"
                opacity="0.6"
              >
                <title>{`${String(date)}: ${numbers.format(counts[index] ?? 0)}`}</title>
              </rect>
            );
          })}
        </svg>
        <Typography variant="body2" sx={{ color: 'text.secondary', display: 'flex', justifyContent: 'space-between' }}>
          <span>{textOf(points[0]?.['date'])}</span>
          <span>{textOf(points.at(-1)?.['date'])}</span>
        </Typography>
      </CardContent>
    </Card>
  );
}

function courseText(points: readonly Line[], counts: readonly number[]): string {
  return points.map(({ date }, index) => `${String(date)}: ${counts[index] ?? 0}`).join(', ');
}

function Rows({ rows, columns }: WidgetRows) {
  const [first] = rows;
  if (!first) return <Typography sx={{ color: 'text.secondary' }}>{t('Nothing yet.')}</Typography>;
  const shown = columns ? columns.map(describedColumn) : Object.keys(first).map(bareColumn);
  return (
    <TableContainer component={Card}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {shown.map(({ name, heading }) => (
              <TableCell key={name}>{heading}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={textOf(row['id'] ?? index)}>
              {shown.map(({ name, show }) => (
                <TableCell key={name}>{show(row)}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** A column of a widget's table. */
interface Column {
  readonly name: string;
  readonly heading: string;
  readonly show: (row: Line) => ReactNode;
}

/** A column that the widget describes as a field. */
function describedColumn(field: FieldSchema): Column {
  return { name: field.name, heading: labelOf(field), show: (row) => <Cell field={field} record={{ id: '', ...row }} /> };
}

/** A column of which only the name is known. */
function bareColumn(name: string): Column {
  return { name, heading: capitalized(name.replaceAll('_', ' ')), show: (row) => shownText(row[name]) };
}

function shownText(value: unknown): string {
  return typeof value === 'number' ? numbers.format(value) : textOf(value);
}
