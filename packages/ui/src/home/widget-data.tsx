import { exactJson } from '@grimoire/client';
import type { Breakdown, Cards, FieldSchema, Series, WidgetLinks, WidgetRows } from '@grimoire/protocol';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Cell } from '../kinds/cell.tsx';
import type { ColumnTraits } from '../kinds/field-kind.ts';
import { kindOf } from '../kinds/registry.ts';
import { rowAddress } from '../cells/row-link.tsx';
import { textOf } from '../cells/value-text.ts';
import { numbers } from '../texts/count-text.ts';
import { capitalized, labelOf, useModel } from '../schema/use-schema.ts';
import { BreakdownView } from './breakdown-view.tsx';
import { LinksView } from './links-view.tsx';
import { NumberCard } from './number-card.tsx';
import { SeriesView } from './series-view.tsx';
import { t } from '../texts/text.ts';

type Line = Readonly<Record<string, unknown>>;

interface WidgetDataProps {
  readonly data: unknown;
  /** The name of what is shown, for screen readers. */
  readonly label?: string;
  /** Whether it stands in a box of its own already. */
  readonly isBare?: boolean;
}

/** The members by which the shape of an answer is known. */
interface Answer extends Partial<WidgetRows>, Partial<Cards>, Partial<WidgetLinks> {
  readonly points?: readonly Line[];
  readonly series?: Series['series'];
  readonly breakdown?: Breakdown['breakdown'];
}

/** The answer of a widget or a card: numbers, a chart, a breakdown, links or a table; any other answer as JSON. */
export function WidgetData({ data, label = '', isBare = false }: WidgetDataProps): ReactNode {
  if (typeof data !== 'object' || data === null) return null;
  const { cards, points, rows, columns, series, breakdown, links, model } = data as Answer;
  if (Array.isArray(cards)) return <Numbers cards={cards} />;
  if (Array.isArray(rows)) return <Rows rows={rows} columns={columns} model={model} isBare={isBare} />;
  return <Boxed isBare={isBare}>{contentOf({ points, series, breakdown, links }, data, label)}</Boxed>;
}

function contentOf({ points, series, breakdown, links }: Answer, data: unknown, label: string): ReactNode {
  if (Array.isArray(points)) return <Course points={points} label={label} />;
  if (isSeries(series)) return <SeriesView shown={series} label={label} />;
  if (Array.isArray(breakdown?.parts)) return <BreakdownView shown={breakdown} />;
  if (Array.isArray(links)) return <LinksView links={links} />;
  return (
    <Box component="pre" sx={{ m: 0, overflowX: 'auto' }}>
      {exactJson.stringify(data, 2)}
    </Box>
  );
}

/** A widget of the host may answer anything. */
function isSeries(series: Answer['series']): series is Series['series'] {
  return Array.isArray(series?.points) && Array.isArray(series.lines) && series.lines.every(({ values }) => Array.isArray(values));
}

function Boxed({ isBare, children }: { readonly isBare: boolean; readonly children: ReactNode }) {
  if (isBare) return children;
  return (
    <Card sx={{ overflow: 'visible' }}>
      <CardContent>{children}</CardContent>
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

/** A number for each day, as bars. */
function Course({ points, label }: { readonly points: readonly Line[]; readonly label: string }) {
  const shown = useMemo(
    (): Series['series'] => ({
      kind: 'bar',
      points: points.map(({ date }) => textOf(date)),
      lines: [{ key: 'count', label: t('Count'), values: points.map(({ count }) => numberOf(count)) }],
    }),
    [points],
  );
  return <SeriesView shown={shown} label={label} />;
}

function numberOf(value: unknown): number | string | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

interface RowsProps extends WidgetRows {
  readonly isBare: boolean;
}

function Rows({ rows, columns, model, isBare }: RowsProps) {
  const [first] = rows;
  if (!first) return <Typography sx={{ color: 'text.secondary', ...(isBare ? { p: 2 } : {}) }}>{t('Nothing yet.')}</Typography>;
  const shown = columns ? columns.map(describedColumn) : Object.keys(first).map(bareColumn);
  return (
    <TableContainer component={isBare ? 'div' : Card}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {shown.map(({ name, heading, align }) => (
              <TableCell key={name} align={align}>
                {heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={textOf(row['_key'] ?? row['id'] ?? index)}>
              {shown.map(({ name, align, show }, place) => (
                <TableCell key={name} align={align}>
                  {model !== undefined && place === 0 ? (
                    <RowName model={model} row={row} content={show(row)} text={textOf(row[name])} />
                  ) : (
                    show(row)
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface RowNameProps {
  readonly model: string;
  readonly row: Line;
  readonly content: ReactNode;
  readonly text: string;
}

/** The first column leads to the row; what has no text of its own is named by the label of the row. */
function RowName({ model, row, content, text }: RowNameProps) {
  const summary = useModel(model);
  if (!summary?.permissions.view) return content;
  return (
    <MuiLink component={Link} to={rowAddress(summary, row['_key'])} aria-label={text === '' ? textOf(row['_label']) : undefined}>
      {content}
    </MuiLink>
  );
}

/** A column of a widget's table. */
interface Column {
  readonly name: string;
  readonly heading: string;
  readonly align: ColumnTraits['align'];
  readonly show: (row: Line) => ReactNode;
}

/** A column that the widget describes as a field. */
function describedColumn(field: FieldSchema): Column {
  const { align } = kindOf(field).column;
  return { name: field.name, heading: labelOf(field), align, show: (row) => <Cell field={field} record={{ id: '', ...row }} /> };
}

/** A column of which only the name is known. */
function bareColumn(name: string): Column {
  return { name, heading: capitalized(name.replaceAll('_', ' ')), align: 'left', show: (row) => shownText(row[name]) };
}

function shownText(value: unknown): string {
  return typeof value === 'number' ? numbers.format(value) : textOf(value);
}
