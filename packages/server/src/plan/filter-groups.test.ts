import { describe, expect, it } from 'vitest';
import { modelOf, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { planFilters } from './filter-groups.ts';

const order = modelOf(shopOf(), 'shop.Order');

/** The filters of an address, as text. */
function filtered(query: string): string[] {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  const filters = planFilters(
    order,
    names.map((name) => ({ name, values: parameters.getAll(name) })),
  );
  return filters.map(({ reads, condition }) => (reads.some(({ path }) => path === null) ? 'unknown' : said(condition)));
}

describe('a group of filters', () => {
  const group = (value: unknown): string =>
    filtered(`_filter=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)[0] ?? '';

  it.each<[unknown, string]>([
    [{}, 'true'],
    [{ status: 'open' }, 'status = "open"'],
    [{ status: 'open', total__gte: 5 }, '(status = "open" and total >= "5")'],
    [{ total__isnull: true }, 'total is null'],
    [{ status: ['open', 'paid'] }, 'status in ["open", "paid"]'],
    [{ or: [{ status: 'open' }, { total__gte: 5 }] }, '(status = "open" or total >= "5")'],
    [{ and: [{ status: 'open' }, { total__gte: 5 }] }, '(status = "open" and total >= "5")'],
    [{ not: { status: 'open' } }, 'not status = "open"'],
    [{ not: {} }, 'false'],
    [{ or: [{}, { status: 'open' }] }, 'true'],
    [{ not: { or: [{ status: 'open' }, { not: { total: 1 } }] } }, 'not (status = "open" or not total = "1")'],
  ])('%j is %s', (value, text) => expect(group(value)).toBe(text));

  it.each<[unknown, string]>([
    ['{', 'This is no JSON.'],
    [[], 'A group is an object of filters, "and", "or" and "not".'],
    ['null', 'A group is an object of filters, "and", "or" and "not".'],
    ['1', 'A group is an object of filters, "and", "or" and "not".'],
    [{ not: 1 }, 'A group is an object of filters, "and", "or" and "not".'],
    [{ or: [] }, '"or" is a list of groups.'],
    [{ and: {} }, '"and" is a list of groups.'],
    [{ or: 'x' }, '"or" is a list of groups.'],
    [{ status: {} }, 'status: a value is a text, a number, true, false, or a list of these.'],
    [{ status: null }, 'status: a value is a text, a number, true, false, or a list of these.'],
    [{ ['x'.repeat(101)]: null }, `${'x'.repeat(100)}: a value is a text, a number, true, false, or a list of these.`],
    [{ status: 'lost', total: 'x' }, 'status: "lost" is not a valid choice. total: A valid number is required.'],
    [{ or: [{ status: 'lost' }, { status: 'open' }] }, 'status: "lost" is not a valid choice.'],
    [{ not: { status: 'lost' } }, 'status: "lost" is not a valid choice.'],
  ])('%j is refused: %s', (value, message) => expect(group(value)).toBe(`invalid: ${message}`));

  it('stands at most five deep', () => {
    const nested = (levels: number): unknown => (levels === 1 ? { status: 'open' } : { not: nested(levels - 1) });
    const either = (levels: number): unknown => (levels === 1 ? { status: 'open' } : { or: [either(levels - 1)] });
    expect(group(nested(5))).toBe('not not not not status = "open"');
    expect(group(either(5))).toBe('status = "open"');
    for (const deep of [nested(6), either(6)]) expect(group(deep)).toBe('invalid: Groups stand at most 5 deep.');
  });

  it('given twice are both met, and an empty one is none', () => {
    expect(filtered('_filter={"status":"open"}&_filter=&_filter={"total":1}')).toEqual(['(status = "open" and total = "1")']);
    expect(filtered('_filter=')).toEqual(['true']);
  });

  it('has at most a thousand comparisons, with those of all filters of a request', () => {
    const message = 'Too many conditions: at most 1000 comparisons in one request.';
    const tooMany = expect.objectContaining({ fields: { non_field_errors: [message] } });
    const groups = (count: number, part: object): string => JSON.stringify({ or: Array.from({ length: count }, () => part) });
    const planned = (text: string, others: number) => (): unknown =>
      planFilters(order, [
        { name: '_filter', values: [text] },
        ...Array.from({ length: others }, () => ({ name: 'total__gte', values: ['1'] })),
      ]);
    expect(planned(groups(999, { total: 1 }), 1)).not.toThrow();
    expect(planned(groups(1000, { total: 1 }), 1)).toThrow(tooMany);
    expect(planned(groups(1000, {}), 0)).not.toThrow();
    expect(planned(groups(1001, {}), 0)).toThrow(tooMany);
  });

  it('has at most twenty thousand values, with those between commas', () => {
    const tooMany = expect.objectContaining({ fields: { non_field_errors: ['At most 20000 values.'] } });
    const planned =
      (commas: number, more: readonly number[] = []) =>
      (): unknown =>
        planFilters(order, [
          { name: 'memo__in', values: [`,${'a,'.repeat(commas - 1)}`] },
          { name: '_filter', values: more.length === 0 ? [] : [JSON.stringify({ quantity__in: more })] },
        ]);
    expect(planned(19_999)).not.toThrow();
    expect(planned(20_000)).toThrow(tooMany);
    expect(planned(19_998, [1])).not.toThrow();
    expect(planned(19_998, [1, 2])).toThrow(tooMany);
  });

  it('refuses an empty list of values, which would select all rows', () => {
    expect(group({ status: [] })).toBe('invalid: status: a list of values needs at least one.');
    expect(group({ ['x'.repeat(101)]: [] })).toBe(`invalid: ${'x'.repeat(100)}: a list of values needs at least one.`);
  });

  it('names every field that it reads, also where its values are bad', () => {
    const reads = (text: string): unknown =>
      planFilters(order, [{ name: '_filter', values: [text] }])[0]?.reads.map(({ name, path }) => [name, path?.field.name]);
    expect(reads('{"status":"open","or":[{"total__gt":1},{"nothing":2}],"not":{"due":"x"}}')).toEqual([
      ['status', 'status'],
      ['total__gt', 'total'],
      ['nothing', undefined],
      ['due', 'due'],
    ]);
    expect(reads('{')).toEqual([]);
  });

  it('throws errors that are not about it', () => {
    const model = { ...order, listFilter: undefined } as unknown as typeof order;
    expect(() => planFilters(model, [{ name: '_filter', values: ['{"status":1}'] }])).toThrow(TypeError);
  });
});
