import { filtersOf } from '@grimoire/client/react-admin';
import type { FieldSchema, ModelSchema } from '@grimoire/protocol';
import TotalsIcon from '@mui/icons-material/Functions';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TableCell from '@mui/material/TableCell';
import TableFooter from '@mui/material/TableFooter';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { Cell } from '../../kinds/cell.tsx';
import { textOf } from '../../cells/value-text.ts';
import type { TotalName } from '../../kinds/field-kind.ts';
import { kindOf } from '../../kinds/registry.ts';
import { Bar } from '../../loading/bar.tsx';
import { labelOf } from '../../schema/use-schema.ts';
import { useService } from '../../session/service.ts';
import { hidden } from '../../theme/hidden.ts';
import { isObject, useStored } from '../../store/use-stored.ts';
import { useShownColumns } from '../columns/column-choice.ts';
import type { RowTraits } from '../rows/row.tsx';
import { type PlainText, t } from '../../texts/text.ts';

const names: Readonly<Record<TotalName, PlainText>> = { sum: 'Sum', avg: 'Average', min: 'Smallest', max: 'Largest' };

/** What each column is totalled by, by the names of fields; null for no totals. */
type Choice = Readonly<Record<string, TotalName | 'none'>> | null;

function isChoice(value: unknown): value is Choice {
  return value === null || (isObject(value) && Object.values(value).every((one) => one === 'none' || Object.hasOwn(names, String(one))));
}

/** The totals that this person has chosen for the list of a model. */
function useTotals(schema: ModelSchema): readonly [Choice, (choice: Choice) => void] {
  return useStored<Choice>(`totals.${schema.model}`, null, isChoice);
}

function offeredOf(field: FieldSchema): readonly TotalName[] {
  return kindOf(field).totals?.offered ?? [];
}

/** The function of a column: the chosen one, or the usual one of its kind. */
function totalOf(field: FieldSchema, choice: Choice): TotalName | undefined {
  const chosen = choice !== null && Object.hasOwn(choice, field.name) ? choice[field.name] : kindOf(field).totals?.usual;
  return chosen !== undefined && chosen !== 'none' && offeredOf(field).includes(chosen) ? chosen : undefined;
}

/** Shows and hides the totals of a list. */
export function TotalsButton({ schema }: { readonly schema: ModelSchema }) {
  const [choice, choose] = useTotals(schema);
  const columns = useShownColumns(schema);
  if (columns.every((field) => offeredOf(field).length === 0)) return null;
  return (
    <Button size="small" aria-pressed={choice !== null} startIcon={<TotalsIcon />} onClick={() => choose(choice === null ? {} : null)}>
      {t('Totals')}
    </Button>
  );
}

/** The totals of all rows that match, below those of the page. */
export function Totals({ traits: { schema, columns, isTickable, opening } }: { readonly traits: RowTraits }) {
  const [choice] = useTotals(schema);
  if (choice === null) return null;
  return <TotalsRow schema={schema} columns={columns} isTickable={isTickable} opening={opening} choice={choice} />;
}

type Totalled = Readonly<Partial<Record<TotalName, Readonly<Record<string, unknown>>>>>;

/** The totals of all rows, and of those of each currency. */
interface Values extends Totalled {
  readonly groups?: readonly (Totalled & { readonly value: unknown })[];
}

/** The most currencies whose amounts are shown. */
const mostCurrencies = 4;

/** The field of the same row that holds the currency of an amount. */
function currencyFieldOf({ widget }: FieldSchema): string | undefined {
  return widget?.kind === 'money' && typeof widget.currency !== 'string' ? widget.currency.field : undefined;
}

/** Whether the service groups rows by a field of currencies: by choices and short texts. */
function isGrouping({ choices, related, max_length: maxLength = Infinity }: FieldSchema): boolean {
  return related === undefined && (choices !== undefined || maxLength <= 255);
}

/** @param currency a field: amounts of one currency are totalled together */
function useValues(schema: ModelSchema, wanted: readonly (readonly [FieldSchema, TotalName])[], currency: string | undefined) {
  const { client } = useService();
  const { filterValues } = useListContext();
  const fieldsOf = (total: TotalName): string[] => wanted.flatMap(([field, one]) => (one === total ? [field.name] : []));
  const filter = filtersOf(filterValues as Readonly<Record<string, unknown>>);
  const functions = { sum: fieldsOf('sum'), avg: fieldsOf('avg'), min: fieldsOf('min'), max: fieldsOf('max'), groupBy: currency };
  return useQuery({
    // As part of the lists of the model, it is read again when a row has changed.
    queryKey: [schema.model, 'getList', 'totals', filter, functions],
    queryFn: ({ signal }) => client.model(schema.model).aggregate({ filter, ...functions }, { signal }),
    enabled: wanted.length > 0,
    retry: false,
  });
}

interface TotalsRowProps extends Pick<RowTraits, 'schema' | 'columns' | 'isTickable' | 'opening'> {
  readonly choice: NonNullable<Choice>;
}

function TotalsRow({ schema, columns, isTickable, opening, choice }: TotalsRowProps) {
  const currency = columns.map(currencyFieldOf).find((name) => schema.fields.some((field) => field.name === name && isGrouping(field)));
  const wanted = columns.flatMap((field): [FieldSchema, TotalName][] => {
    const total = totalOf(field, choice);
    return total === undefined || (currencyFieldOf(field) ?? currency) !== currency ? [] : [[field, total]];
  });
  const { data, error } = useValues(schema, wanted, currency);
  const isMissing = error !== null || data?.complete === false;
  return (
    <TableFooter>
      <TableRow aria-busy={wanted.length > 0 && !data && !error}>
        {isTickable && <TableCell padding="checkbox" className="dash-tick-cell" />}
        {columns.map((field) => (
          <TableCell key={field.name} align={kindOf(field).column.align} className={field === opening ? 'opening' : ''}>
            {offeredOf(field).length > 0 ? (
              <Total
                schema={schema}
                field={field}
                total={wanted.find(([one]) => one === field)?.[1]}
                values={data as Values | undefined}
                isMissing={isMissing}
              />
            ) : (
              field === opening && t('Totals')
            )}
          </TableCell>
        ))}
      </TableRow>
    </TableFooter>
  );
}

interface TotalProps {
  readonly schema: ModelSchema;
  readonly field: FieldSchema;
  readonly total: TotalName | undefined;
  readonly values: Values | undefined;
  /** Whether the values could not be computed in time. */
  readonly isMissing: boolean;
}

function Total({ schema, field, total, values, isMissing }: TotalProps) {
  const [choice, choose] = useTotals(schema);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const set = (next: TotalName | 'none'): void => {
    setAnchor(null);
    choose({ ...choice, [field.name]: next });
  };
  return (
    <>
      <ButtonBase aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)} sx={button}>
        <Box component="span" sx={hidden}>{`${labelOf(field)}: `}</Box>
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {total === undefined ? (
            <Box component="span" sx={hidden}>
              {t('no total')}
            </Box>
          ) : (
            t(names[total])
          )}
          {total === undefined && <span aria-hidden>–</span>}
        </Box>
        {total !== undefined &&
          (isMissing ? <span title={t('There are too many rows to compute it in time.')}>{t('too many rows')}</span> : null)}
        {total !== undefined && !isMissing && !values && <Bar width={56} />}
        {total !== undefined && !isMissing && values && <Amounts field={field} total={total} values={values} />}
      </ButtonBase>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offeredOf(field).map((one) => (
          <MenuItem key={one} selected={one === total} onClick={() => set(one)}>
            {t(names[one])}
          </MenuItem>
        ))}
        <MenuItem selected={total === undefined} onClick={() => set('none')}>
          {t('Nothing')}
        </MenuItem>
      </Menu>
    </>
  );
}

/** A total, or one for each currency: the largest groups of rows first. Amounts without a currency have no total. */
function Amounts({ field, total, values }: { readonly field: FieldSchema; readonly total: TotalName; readonly values: Values }) {
  const currency = currencyFieldOf(field);
  if (currency === undefined) return <Cell field={field} record={{ id: '', [field.name]: values[total]?.[field.name] }} />;
  const all = (values.groups ?? []).flatMap(({ value, [total]: own }) =>
    own?.[field.name] === null ? [] : [{ value, amount: own?.[field.name] }],
  );
  const amounts = all.filter(({ value }) => textOf(value) !== '');
  return (
    <Box component="span" sx={{ display: 'grid', justifyItems: 'end', py: '6px', lineHeight: 1.35 }}>
      {amounts.slice(0, mostCurrencies).map(({ value, amount }) => (
        <Cell key={textOf(value)} field={field} record={{ id: '', [currency]: value, [field.name]: amount }} />
      ))}
      {amounts.length > mostCurrencies && <span dir="ltr">{`+${amounts.length - mostCurrencies}`}</span>}
      {all.length > amounts.length && <span>{t('no total')}</span>}
      {all.length === 0 && '—'}
    </Box>
  );
}

const button = { font: 'inherit', gap: '6px', borderRadius: '4px', px: '4px', mx: '-4px', whiteSpace: 'nowrap' } as const;
