import { describe, expect, it } from 'vitest';
import { differences, tablesOfModule } from './compare-module.ts';
import { moduleText } from './module-text.ts';
import type { PulledTable } from './pulled-tables.ts';

const field = (name: string, type: string, ...notes: string[]): PulledTable['fields'][number] => ({ name, type, isGiven: false, notes });
const orders: PulledTable = {
  name: 'orders',
  notes: ['Key: `id`.'],
  fields: [
    field('id', 'number'),
    field('status', "'it\\'s' | 'a \"b\"' | null", 'Ends here */ not.'),
    field('tags', 'readonly (string | null)[]'),
    { ...field('x y', 'unknown'), isGiven: true },
    { ...field('total', 'string'), isGiven: true },
  ],
};
const lines: PulledTable = { name: 'billing.lines', notes: [], fields: [field('__proto__', 'boolean')] };
const text = moduleText([lines, orders]);

describe('the module of tables', () => {
  it('names tables and fields, and differs in nothing from the tables that it was made of', () => {
    expect(text).toContain(
      "  'billing.lines': 'billing.lines' as LiveTable<BillingLines>,\n  orders: 'orders' as LiveTable<Orders, 'x y' | 'total'>,\n",
    );
    expect(text).toContain("  /** Ends here *\\/ not. */\n  readonly status: 'it\\'s' | 'a \"b\"' | null;\n");
    expect(differences(tablesOfModule(text), [lines, orders])).toEqual([]);
  });

  it('is compared by its content, whatever a formatter has made of it', () => {
    const formatted = text
      .replaceAll(';', '')
      .replace("'it\\'s' | 'a \"b\"' | null", '\n    | "it\'s"\n    | "a \\"b\\""\n    | null')
      .replace("'x y'", '"x y"')
      .replace("<Orders, 'x y' | 'total'>", '<\n  Orders,\n  | "x y"\n  | "total"\n>')
      .replaceAll(/'billing.lines'/g, '"billing.lines"')
      .replaceAll('\n', '\r\n');
    expect(formatted).not.toBe(text);
    expect(differences(tablesOfModule(formatted), [lines, orders])).toEqual([]);
  });

  it('has other names for tables whose names are alike, or are none in TypeScript', () => {
    const names = ['order_lines', 'OrderLines', '2fa', 'live-table', '²'].map((name) => ({ name, notes: [], fields: [] }));
    expect(Array.from(moduleText(names).matchAll(/interface (\S+)/g), ([, name]) => name)).toEqual([
      'OrderLines',
      'OrderLines2',
      'Table2fa',
      'LiveTable2',
      'Table',
    ]);
  });

  it('differs by tables, fields and types', () => {
    const changed: PulledTable = {
      ...orders,
      fields: [field('id', 'number | string'), ...orders.fields.slice(2), field('note', 'string | null')],
    };
    const added: PulledTable = { name: 'z', notes: [], fields: [] };
    expect(differences(tablesOfModule(text), [changed, added])).toEqual([
      'Removed: table billing.lines',
      'Removed: orders.status',
      'Changed: orders.id is number | string, was number',
      'Added: orders.note (string | null)',
      'Added: table z',
    ]);
  });

  it('differs by the fields that a new row needs', () => {
    const changed: PulledTable = { ...orders, fields: orders.fields.map((one) => ({ ...one, isGiven: one.name === 'status' })) };
    const all: PulledTable = { ...lines, fields: lines.fields.map((one) => ({ ...one, isGiven: true })) };
    expect(differences(tablesOfModule(text), [all, changed])).toEqual([
      'Changed: a new row of billing.lines needs __proto__, needed nothing',
      'Changed: a new row of orders needs status, needed total, x y',
    ]);
    expect(differences(tablesOfModule(moduleText([all, changed])), [all, changed])).toEqual([]);
  });

  it('names no table if it is another file', () => {
    expect(tablesOfModule('interface Broken { readonly a').size).toBe(0);
    expect(tablesOfModule('').size).toBe(0);
  });
});
