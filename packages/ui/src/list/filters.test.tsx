import { fieldTypeNames } from '@grimoire/protocol';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { ListContextProvider, type ListControllerResult } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { field, schemaOf, summaryOf } from '../testing/schemas.ts';
import { filtersOf } from './filters.tsx';
import { OtherFilters } from './other-filters.tsx';

interface FilterProps {
  readonly source: string;
  readonly label?: string;
  readonly parse?: (value: string) => unknown;
  readonly format?: (value: unknown) => unknown;
}

const propsOf = (filters: readonly ReactElement[]): FilterProps[] => filters.map(({ props }) => props as FilterProps);
const addressesOf = (filters: readonly ReactElement[]): string[] => propsOf(filters).map(({ source }) => source);

const customer = schemaOf('shop.Customer', [field('name'), field('country', { choices: [['SE', 'Sweden']] })]);
const none = { models: [], related: new Map() };

describe('the filters of a list', () => {
  it('have addresses by the type of their field', () => {
    const known = { models: [summaryOf(customer)], related: new Map() };
    const byType = fieldTypeNames.map((type) => {
      const schema = schemaOf('shop.Thing', [field('it', { type, related_model: 'shop.Customer' })]);
      return [type, addressesOf(filtersOf(schema, known)).join(' ')];
    });
    const range = 'it__gte it__lte';
    const text = 'it__icontains';
    expect(Object.fromEntries(byType)).toEqual({
      ...Object.fromEntries(['AutoField', 'BigAutoField', 'SmallIntegerField', 'IntegerField'].map((type) => [type, range])),
      ...Object.fromEntries(['BigIntegerField', 'PositiveIntegerField', 'DecimalField', 'FloatField'].map((type) => [type, range])),
      ...Object.fromEntries(['DateField', 'TimeField', 'DateTimeField'].map((type) => [type, range])),
      ...Object.fromEntries(['CharField', 'TextField', 'EmailField', 'URLField', 'SlugField'].map((type) => [type, text])),
      ...Object.fromEntries(['GenericIPAddressField', 'UUIDField', 'DurationField', 'FileField', 'ImageField'].map((type) => [type, text])),
      ...Object.fromEntries(['BooleanField', 'ForeignKey', 'OneToOneField', 'ManyToManyField'].map((type) => [type, 'it'])),
      ...Object.fromEntries(['JSONField', 'ArrayField', 'BinaryField'].map((type) => [type, ''])),
    });
  });

  it('begin with the search, then with those of the config, through other models too', () => {
    const schema = schemaOf('shop.Order', [field('number'), field('customer', { type: 'ForeignKey', related_model: 'shop.Customer' })], {
      search_fields: ['number'],
      list_filter: ['customer__country', 'customer__secret', 'customer'],
    });
    const filters = filtersOf(schema, { models: [summaryOf(customer)], related: new Map([['shop.Customer', customer]]) });
    expect(addressesOf(filters)).toEqual(['q', 'customer__country', 'customer', 'number__icontains']);
    expect(propsOf(filters)[1]?.label).toBe('Customer: country');
  });

  it('leave out rows that the user may not see, and what is never served', () => {
    const pointer = field('customer', { type: 'ForeignKey', related_model: 'shop.Customer' });
    const schema = schemaOf('shop.Order', [pointer, field('pin', { write_only: true, type: 'IntegerField' }), field('password')]);
    expect(addressesOf(filtersOf(schema, none))).toEqual(['password__icontains']);
  });

  it('do not take a column for the search', () => {
    const schema = schemaOf('shop.Thing', [field('q', { type: 'BooleanField' }), field('a.b')]);
    expect(addressesOf(filtersOf(schema, none))).toEqual(['q__exact']);
  });

  it('of a point in time name days of the person', () => {
    const schema = schemaOf('shop.Thing', [field('at', { type: 'DateTimeField' })]);
    const [from, until] = propsOf(filtersOf(schema, none));
    expect(from?.parse?.('2026-03-01')).toBe(new Date('2026-03-01T00:00:00').toISOString());
    expect(until?.parse?.('2026-03-01')).toBe(new Date('2026-03-01T23:59:59.999').toISOString());
    expect(until?.format?.(until.parse?.('2026-03-01'))).toBe('2026-03-01');
    expect(from?.parse?.('')).toBe('');
  });

  it('of a choice take an address that names one value, or several', () => {
    const country = propsOf(filtersOf(customer, none)).find(({ source }) => source === 'country');
    expect(['SE', ['SE', 'NO'], undefined].map((value) => country?.format?.(value))).toEqual([['SE'], ['SE', 'NO'], []]);
  });
});

describe('filters of an address that have no input', () => {
  afterEach(cleanup);

  it('are told, and can be taken away one by one', () => {
    const schema = schemaOf('shop.Order', [field('status'), field('placed', { type: 'DateTimeField' })]);
    const setFilters = vi.fn();
    const filterValues = { status__icontains: 'op', placed__date: '2026-03-01', status__isnull: 'true' };
    const list = { filterValues, displayedFilters: {}, setFilters } as unknown as ListControllerResult;
    render(
      <ListContextProvider value={list}>
        <OtherFilters schema={schema} filters={filtersOf(schema, none)} />
      </ListContextProvider>,
    );
    const others = screen.getByRole('group', { name: 'Other filters' });
    expect([...others.querySelectorAll('.MuiChip-label')].map((chip) => chip.textContent)).toEqual([
      'Placed date: 2026-03-01',
      'Status is empty: true',
    ]);
    const [remove] = screen.getAllByTestId('CancelIcon');
    if (remove) fireEvent.click(remove);
    expect(setFilters).toHaveBeenCalledWith({ status__icontains: 'op', status__isnull: 'true' }, {});
  });
});
