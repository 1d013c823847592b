import { describe, expect, it } from 'vitest';
import type { FieldTypeName } from '@grimoire/protocol';
import { field, schemaOf, summaryOf } from '../../testing/schemas.ts';
import { conditionsOf, rivalsOf, without } from './conditions.ts';
import { filterablesOf } from './filterable.ts';

const customer = schemaOf('shop.Customer', [field('name'), field('country', { choices: [['SE', 'Sweden']] })]);
const none = { models: [], related: new Map() };

const order = schemaOf(
  'shop.Order',
  [
    field('number'),
    field('status', {
      null: false,
      choices: [
        ['new', 'New'],
        ['paid', 'Paid'],
      ],
    }),
    field('total', { type: 'DecimalField', null: false }),
    field('placed', { type: 'DateTimeField', null: false }),
    field('customer', { type: 'ForeignKey', related_model: 'shop.Customer' }),
  ],
  { search_fields: ['number'], list_filter: ['customer__country', 'customer__secret', 'customer'] },
);
const schemas = { models: [summaryOf(customer)], related: new Map([['shop.Customer', customer]]) };
const describedBy = (filters: Record<string, unknown>): string[] =>
  conditionsOf(filters, order, filterablesOf(order, schemas)).map(({ label, words, values }) =>
    [label, words, ...values.flat()].join(' | '),
  );

describe('the fields by which a list is filtered', () => {
  it('have operators by the type of their field', () => {
    const all = { models: [summaryOf(customer)], related: new Map() };
    const first = (type: FieldTypeName): string => {
      const [one] = filterablesOf(schemaOf('shop.Thing', [field('it', { type, null: false, related_model: 'shop.Customer' })]), all);
      return one?.operators[0]?.words ?? 'none';
    };
    const types: Readonly<Record<string, readonly FieldTypeName[]>> = {
      is: [
        ...(['AutoField', 'BigAutoField', 'SmallIntegerField', 'IntegerField', 'BigIntegerField', 'PositiveIntegerField'] as const),
        ...(['DecimalField', 'FloatField', 'TimeField', 'BooleanField', 'DateField', 'DateTimeField'] as const),
      ],
      contains: [
        ...(['CharField', 'TextField', 'EmailField', 'URLField', 'SlugField'] as const),
        ...(['GenericIPAddressField', 'UUIDField', 'DurationField', 'FileField', 'ImageField'] as const),
      ],
      'is any of': ['ForeignKey', 'OneToOneField', 'ManyToManyField'],
      none: ['JSONField', 'ArrayField', 'BinaryField'],
    };
    for (const [words, each] of Object.entries(types))
      expect(each.map((type) => [type, first(type)])).toEqual(each.map((type) => [type, words]));
  });

  it('begin with those of the config, through other models too, and leave out what the user may not see', () => {
    expect(filterablesOf(order, schemas).map(({ path, label }) => `${path}: ${label}`)).toEqual([
      'customer__country: Customer › country',
      'customer: Customer',
      'number: Number',
      'status: Status',
      'total: Total',
      'placed: Placed',
    ]);
    const secret = schemaOf('shop.Order', [
      field('customer', { type: 'ForeignKey', null: false, related_model: 'shop.Customer' }),
      field('pin', { write_only: true, type: 'IntegerField' }),
      field('password'),
    ]);
    expect(filterablesOf(secret, none).map(({ path }) => path)).toEqual(['password']);
  });

  it('are not taken for the search', () => {
    const schema = schemaOf('shop.Thing', [field('q', { type: 'BooleanField' }), field('a.b')]);
    expect(filterablesOf(schema, none).map(({ path }) => path)).toEqual(['q__exact']);
  });
});

describe('the conditions of a list', () => {
  it('are all told, whoever has made the address', () => {
    expect(
      describedBy({
        q: 'the search has a field of its own',
        status: ['new', 'paid'],
        customer__country: 'SE',
        total__gte: '10',
        total__lte: '20',
        'placed~last': '7',
        number__isempty: 'true',
        placed__date: '2026-03-01',
        customer__name__icontains: 'a',
        nothing__like__this: 'x',
        number: '',
      }),
    ).toEqual([
      'Status | is any of | new | paid',
      'Customer › country | is any of | SE',
      'Total | is between | 10 | 20',
      'Placed | is in the last | 7',
      'Number | is empty',
      'Placed | is on the day | 2026-03-01',
      'Customer › name | contains | a',
      'nothing__like__this | is | x',
    ]);
  });

  it('are told by days from today, as they are entered', () => {
    const textsOf = (filters: Record<string, unknown>): string[] =>
      conditionsOf(filters, order, filterablesOf(order, schemas)).map(({ words, values: [value], known }) => {
        const text = String(value);
        return `${words} ${known?.operator.format?.(text) ?? text}`;
      });
    expect(textsOf({ 'placed~next': '7' })).toEqual(['is in the next 7']);
    expect(textsOf({ 'placed~in': 'before today' })).toEqual(['is before today']);
    expect(textsOf({ 'placed~in': 'last 12 months' })).toEqual(['is last 12 months']);
    expect(textsOf({ 'placed~before': 'today-30' })).toEqual(['is older than 30']);
    expect(textsOf({ 'placed~before': 'today+8' })).toEqual(['is at the latest in 7']);
    expect(textsOf({ 'placed~from': 'today-30', 'placed~before': 'today-3' })).toEqual(['is not older than 30', 'is older than 3']);
    expect(textsOf({ 'placed~from': 'today+8' })).toEqual(['is further away than 7']);
    const older = filterablesOf(order, schemas)
      .find(({ path }) => path === 'placed')
      ?.operators.find(({ words }) => words === 'is older than');
    expect([older?.parse?.('30', '~before'), older?.parse?.('0', '~before')]).toEqual(['today-30', undefined]);
  });

  it('of days relative to today replace others of their field, but not the other end of a range', () => {
    expect(rivalsOf(['placed~next'])).toEqual(expect.arrayContaining(['placed__gte', 'placed__lt', 'placed~in', 'placed~before_date']));
    expect(rivalsOf(['placed~before'])).not.toContain('placed~from');
    expect(rivalsOf(['placed__gte'])).toContain('placed~next');
    expect(rivalsOf(['placed__gte'])).not.toContain('placed__lte');
    expect(rivalsOf(['status'])).toEqual([]);
  });

  it('can be taken away one by one', () => {
    expect(without({ status: 'new', total__gte: '1', total__lte: '2' }, ['total__gte', 'total__lte'])).toEqual({ status: 'new' });
  });

  it('of days are those of the person', () => {
    const placed = filterablesOf(order, schemas).find(({ path }) => path === 'placed');
    const between = placed?.operators.find(({ words }) => words === 'is between');
    expect(between?.parse?.('2026-03-01', '__gte')).toBe(new Date('2026-03-01T00:00:00').toISOString());
    const until = between?.parse?.('2026-03-01', '__lte') ?? '';
    expect(until).toBe(new Date('2026-03-01T23:59:59.999').toISOString());
    expect(between?.format?.(until)).toBe('2026-03-01');
    expect(between?.parse?.('', '__gte')).toBeUndefined();
  });
});
