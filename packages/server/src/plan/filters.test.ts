import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelOf, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { everyRow, noRow } from './condition.ts';
import { planFilters } from './filter-groups.ts';
import { noneOf } from './condition.ts';
import { planFilter } from './filters.ts';
import { lookups, lookupsOf } from './lookups.ts';

const registry = shopOf({
  configs: {
    'shop.Order': { fields: { number: { queryable: false }, sums: { hidden: true } }, listFilter: ['customer.name', 'customer'] },
  },
});
const order = modelOf(registry, 'shop.Order');
const line = modelOf(registry, 'shop.Line');

/** Filters of an address, as text: the condition, or that there is no such filter. */
function filtered(query: string, model = order): string[] {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  return planFilters(
    model,
    names.map((name) => ({ name, values: parameters.getAll(name) })),
  ).map(({ parameter, reads, condition }) => {
    expect(names).toContain(parameter);
    return reads.some(({ path }) => path === null) ? 'unknown' : said(condition);
  });
}

describe('a filter', () => {
  it.each([
    ['status=open', 'status = "open"'],
    ['status__exact=open', 'status = "open"'],
    ['status=open&status=paid', 'status in ["open", "paid"]'],
    ['status__in=open,paid', 'status in ["open", "paid"]'],
    ['status__in=open', 'status = "open"'],
    ['status__in=,', 'true'],
    ['status__in=open&status__in=paid', 'status in ["open", "paid"]'],
    ['memo__in=a,b', 'memo in ["a", "b"]'],
    ['memo__in=a,b&memo__in=c', 'memo in ["a,b", "c"]'],
    ['quantity__in=1,2&quantity__in=3', 'quantity in [1, 2, 3]'],
    ['customer=7', 'customer = 7'],
    ['customer__in=7,8', 'customer in [7, 8]'],
    ['customer__gte=7', 'customer >= 7'],
    ['customer__isnull=true', 'customer is null'],
    ['total__gte=1.50', 'total >= "1.50"'],
    ['total__lte=2', 'total <= "2"'],
    ['total__gt=1', 'total > "1"'],
    ['total__lt=2', 'total < "2"'],
    ['total__gt=1&total__gt=2', '(total > "1" or total > "2")'],
    ['total__range=1,2', '(total >= "1" and total <= "2")'],
    ['total__range=%201%20,%202%20', '(total >= "1" and total <= "2")'],
    ['total__isnull=true', 'total is null'],
    ['total__isnull=no', 'total is not null'],
    ['placed__date=2026-02-28', '(placed >= "2026-02-28T00:00:00Z" and placed < "2026-03-01T00:00:00Z")'],
    ['placed__date=9999-12-31', 'placed >= "9999-12-31T00:00:00Z"'],
    ['placed__year=2026', '(placed >= "2026-01-01T00:00:00Z" and placed < "2027-01-01T00:00:00Z")'],
    ['due__year=2026', '(due >= "2026-01-01" and due < "2027-01-01")'],
    ['due__year=7', '(due >= "0007-01-01" and due < "0008-01-01")'],
    ['due__year=9999', 'due >= "9999-01-01"'],
    ['memo__isempty=true', '(memo is null or memo has whole [""])'],
    ['memo__isempty=false', 'not (memo is null or memo has whole [""])'],
    ['memo__iexact=A', 'memo has whole caseless ["A"]'],
    ['memo__contains=a', 'memo has anywhere ["a"]'],
    ['memo__icontains=a', 'memo has anywhere caseless ["a"]'],
    ['memo__icontains=a&memo__icontains=b', 'memo has anywhere caseless ["a", "b"]'],
    ['memo__startswith=a', 'memo has start ["a"]'],
    ['memo__istartswith=a', 'memo has start caseless ["a"]'],
    ['memo__endswith=a', 'memo has end ["a"]'],
    ['memo__iendswith=a', 'memo has end caseless ["a"]'],
    ['customer__name=x', 'customer.name (customer__name) = "x"'],
    ['customer__name__icontains=x', 'customer.name (customer__name) has anywhere caseless ["x"]'],
    ['pk=7', 'id = 7'],
    ['pk__in=7,8', 'id in [7, 8]'],
    ['pk__gt=7', 'id > 7'],
    ['tags=3', 'tags = 3'],
    ['tags__in=3,4', 'tags in [3, 4]'],
  ])('%s is %s', (query, text) => expect(filtered(query)).toEqual([text]));

  it.each([
    ['status__not=open', 'not status = "open"'],
    ['status__not__exact=open', 'not status = "open"'],
    ['status__not__in=open,paid', 'not status in ["open", "paid"]'],
    ['total__not__isnull=true', 'not total is null'],
    ['total__not__gte=1', 'not total >= "1"'],
    ['pk__not=7', 'not id = 7'],
    ['status__not__=open', 'not status = "open"'],
    ['status__not__in=,', 'false'],
    ['status__not=', 'true'],
  ])('%s is %s: a negated lookup includes missing values', (query, text) => expect(filtered(query)).toEqual([text]));

  it('without a value is none, and empty values among others are left out', () => {
    for (const query of ['status=', 'total__gte=', 'memo__icontains=', 'pk=', 'memo__isempty=', 'total__isnull='])
      expect(filtered(query)).toEqual(['true']);
    expect(filtered('status=&status=open')).toEqual(['status = "open"']);
  });

  it.each([
    'nothing',
    'status__nothing',
    'number',
    'number__in',
    'sums',
    'status__',
    'status__not__x',
    'status__notin',
    'customer__',
    'customer__email',
    'customer__nothing',
    'pk__x',
    '__',
    '',
    'constructor',
    'status__toString',
    'customer__region',
  ])('does not know "%s"', (name) => {
    expect(planFilter(order, { name, values: ['x'] })).toEqual({ parameter: name, reads: [{ name, path: null }], condition: everyRow });
  });

  it('means the longest field that its name begins with, however many underscores it has', () => {
    const parts = ['status', 'customer', 'name', 'not', 'in', 'gte', 'exact', 'pk', 'total', 'x', '_', '__', '___'];
    const paths = new Set(['status', 'customer', 'customer__name', 'pk', 'total', 'id']);
    /** Tries every place where a name may end, from the right. */
    const meant = (text: string): string | null => {
      for (let end = text.length; end > 0; end = text.slice(0, end).lastIndexOf('__')) {
        const lookup = text.slice(end + 2) || (end === text.length ? 'exact' : '');
        if (!paths.has(text.slice(0, end))) continue;
        const bare = lookup === 'not' || lookup === 'not__' ? 'exact' : lookup.replace(/^not__/, '');
        return Object.hasOwn(lookups, bare) ? text.slice(0, end) : null;
      }
      return null;
    };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 8 }), (pieces) => {
        const name = pieces.join('');
        const path = planFilter(order, { name, values: ['1'] }).reads[0]?.path;
        expect([name, path ? path.name : null]).toEqual([name, meant(name)?.replace('pk', 'id') ?? null]);
      }),
      { numRuns: 2000 },
    );
  });

  it('is none with a name of more than 400 characters, and finds no field in it', () => {
    let calls = 0;
    const fieldByName = { get: () => void (calls += 1) };
    const model = { ...order, fieldByName } as unknown as typeof order;
    for (const name of [`status${'_'.repeat(395)}`, 'status__'.repeat(500), `${'x'.repeat(401)}__in`])
      expect(planFilter(model, { name, values: ['x'] }).reads).toEqual([{ name, path: null }]);
    expect(calls).toBe(0);
    // A name that is shorter is looked up three times at the most: as it is, and before each part of a lookup.
    planFilter(model, { name: 'status'.padEnd(400, '_'), values: ['x'] });
    expect(calls).toBeLessThanOrEqual(3);
  });

  it.each([
    ['total=x', 'A valid number is required.'],
    ['customer=x', 'A valid integer is required.'],
    ['status=lost', '"lost" is not a valid choice.'],
    [`status=${'x'.repeat(101)}`, `"${'x'.repeat(100)}" is not a valid choice.`],
    ['status=a%00', 'Null characters are not allowed.'],
    ['status__gte=a', 'The lookup "gte" does not fit this field.'],
    ['total__icontains=1', 'The lookup "icontains" does not fit this field.'],
    ['customer__icontains=1', 'The lookup "icontains" does not fit this field.'],
    ['data__gt=1', 'The lookup "gt" does not fit this field.'],
    ['total__icontains=', 'The lookup "icontains" does not fit this field.'],
    ['due__date=2026-01-01', 'The lookup "date" does not fit this field.'],
    ['total__year=2026', 'The lookup "year" does not fit this field.'],
    ['total__isempty=true', 'The lookup "isempty" does not fit this field.'],
    ['total__isnull=perhaps', 'Must be true or false.'],
    ['total__range=1', 'Two values are required: low,high.'],
    ['total__range=1,', 'Two values are required: low,high.'],
    ['total__range=,1', 'Two values are required: low,high.'],
    ['total__range=1,2,3', 'Two values are required: low,high.'],
    ['total__range=1,x', 'A valid number is required.'],
    ['placed__date=2026-2-28', 'A valid date is required: YYYY-MM-DD.'],
    ['placed__date=x2026-02-28', 'A valid date is required: YYYY-MM-DD.'],
    ['placed__date=2026-02-28x', 'A valid date is required: YYYY-MM-DD.'],
    ['placed__date=2026-02-28T00:00', 'A valid date is required: YYYY-MM-DD.'],
    ['placed__date=2026-02-30', 'A valid date and time is required: YYYY-MM-DDTHH:MM[:SS[.ffffff]][Z].'],
    ['placed__year=0', 'A year is required, from 1 to 9999.'],
    ['placed__year=10000', 'A year is required, from 1 to 9999.'],
    ['placed__year=x2026', 'A year is required, from 1 to 9999.'],
    ['placed__year=2026x', 'A year is required, from 1 to 9999.'],
  ])('%s is refused: %s', (query, message) => expect(filtered(query)).toEqual([`invalid: ${message}`]));

  it.each(['memo__contains', 'total__gte', 'total__isnull'])('takes %s a hundred times', (name) => {
    const value = name.endsWith('isnull') ? 'true' : '1';
    const times = (count: number): string => Array.from({ length: count }, () => `${name}=${value}`).join('&');
    expect(filtered(times(100))[0]).not.toContain('invalid');
    expect(filtered(times(101))).toEqual(['invalid: At most 100 values.']);
  });

  it('reads the field of the longest name', () => {
    const field = { ...order.fieldByName.get('memo'), name: 'status__in' } as NonNullable<ReturnType<typeof order.fieldByName.get>>;
    const model = { ...order, fieldByName: new Map([...order.fieldByName, ['status__in', field]]) };
    expect(filtered('status__in=a', model)).toEqual(['status__in = "a"']);
    expect(filtered('status__in__startswith=a', model)).toEqual(['status__in has start ["a"]']);
  });

  it('throws errors that are not about its value', () => {
    const [key] = order.primaryKey;
    const parse = (): never => {
      throw new RangeError('a bug');
    };
    const field = { ...key, type: { ...key.type, parse } };
    const model = { ...order, fieldByName: new Map([['id', field]]) };
    expect(() => planFilter(model, { name: 'id', values: ['1'] })).toThrow(RangeError);
  });

  it('does not parse a value whose choices are those of its target', () => {
    const inner = { ...order.primaryKey[0], choices: [{ value: 7, label: 'seven' }] };
    const customer = { ...order.fieldByName.get('customer'), inner } as NonNullable<ReturnType<typeof order.fieldByName.get>>;
    const tags = { ...order.fieldByName.get('tags'), inner } as NonNullable<ReturnType<typeof order.fieldByName.get>>;
    const model = {
      ...order,
      listFilter: [],
      fieldByName: new Map([
        ['customer', customer],
        ['tags', tags],
      ]),
    };
    expect(filtered('customer=7', model)).toEqual(['customer = 7']);
    expect(filtered('customer=8', model)).toEqual(['invalid: "8" is not a valid choice.']);
    expect(filtered('tags=8', model)).toEqual(['tags = 8']);
  });
});

describe('a filter by a composite key', () => {
  it.each([
    ['pk=7~a', '(order = 7 and place = "a")'],
    ['pk__in=7~a,7~_2C', 'shop.Line keys [[7, "a"], [7, ","]] of order,place; order [7, 7] place ["a", ","]; 7~a 7~_2C'],
    ['pk=7~a&pk=7~b', 'shop.Line keys [[7, "a"], [7, "b"]] of order,place; order [7, 7] place ["a", "b"]; 7~a 7~b'],
    ['pk__in=7~a,', '(order = 7 and place = "a")'],
    ['pk__in=,', 'false'],
    ['pk__not=7~a', 'not (order = 7 and place = "a")'],
    ['pk=', 'true'],
    ['pk__isnull=false', 'true'],
    ['pk__isnull=true', 'false'],
    ['pk__isnull=true&pk__isnull=false', 'true'],
    ['pk__isnull=', 'true'],
    ['pk__gt=7~a', 'invalid: The lookup "gt" does not fit this field.'],
    ['pk__gt=', 'invalid: The lookup "gt" does not fit this field.'],
    ['pk=7', 'invalid: Not a key of this model.'],
    ['pk__isnull=x', 'invalid: Must be true or false.'],
  ])('%s is %s', (query, text) => expect(filtered(query, line)).toEqual([text]));

  it('reads the first field of the key', () => {
    expect(planFilter(line, { name: 'pk', values: ['7~a'] }).reads).toEqual([
      { name: 'pk', path: { name: 'pk', steps: [], field: line.primaryKey[0] } },
    ]);
  });
});

describe('noneOf', () => {
  it('is the opposite of every row and of none', () => {
    expect(noneOf(everyRow)).toBe(noRow);
    expect(noneOf(noRow)).toBe(everyRow);
  });
});

describe('lookups', () => {
  it('fit types of fields', () => {
    const fitting = (name: string): string => lookupsOf(order.fieldByName.get(name) ?? order.primaryKey[0]).join(' ');
    const ordered = 'exact in isnull gte lte gt lt range';
    const texts = 'exact in isnull isempty iexact contains icontains startswith istartswith endswith iendswith';
    expect(fitting('memo')).toBe(texts);
    expect(fitting('total')).toBe(ordered);
    expect(fitting('customer')).toBe(ordered);
    expect(fitting('due')).toBe(`${ordered} year`);
    expect(fitting('placed')).toBe(`${ordered} date year`);
    expect(fitting('data')).toBe('exact in isnull icontains');
    expect(fitting('sums')).toBe('exact in isnull');
    expect(fitting('tags')).toBe('exact in isnull');
  });

  it('say what they compare, and what their values are', () => {
    const words = Object.entries(lookups).map(([name, { label, schema, isList }]) => [name, label, schema, isList]);
    const text = { type: 'string' };
    expect(words).toEqual([
      ['exact', 'equal', undefined, undefined],
      ['in', 'any of these', undefined, true],
      ['isnull', 'missing', { type: 'boolean' }, undefined],
      ['gte', 'at least', undefined, undefined],
      ['lte', 'at most', undefined, undefined],
      ['gt', 'more than', undefined, undefined],
      ['lt', 'less than', undefined, undefined],
      ['range', 'from one to another, both with it: `low,high`', text, undefined],
      ['date', 'on this day in UTC', { type: 'string', format: 'date' }, undefined],
      ['year', 'in this year, in UTC', { type: 'integer', minimum: 1, maximum: 9999 }, undefined],
      ['isempty', 'missing or without a character', { type: 'boolean' }, undefined],
      ['iexact', 'equal, in upper or lower case', text, undefined],
      ['contains', 'contains', text, undefined],
      ['icontains', 'contains, in upper or lower case', text, undefined],
      ['startswith', 'starts with', text, undefined],
      ['istartswith', 'starts with, in upper or lower case', text, undefined],
      ['endswith', 'ends with', text, undefined],
      ['iendswith', 'ends with, in upper or lower case', text, undefined],
    ]);
  });
});
