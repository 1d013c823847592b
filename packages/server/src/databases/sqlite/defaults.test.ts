import { describe, expect, it } from 'vitest';
import { sqliteDefault } from './defaults.ts';

describe('a default of SQLite', () => {
  it.each([
    'CURRENT_TIMESTAMP',
    'current_date',
    `datetime('now')`,
    `datetime('now', 'localtime')`,
    `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    `strftime('%s','now')`,
    `(strftime('%s', 'now') * 1000)`,
    'unixepoch()',
    '(unixepoch() * 1000)',
    `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    `(cast((julianday('now') - 2440587.5)*86400000 as integer))`,
    `strftime('%s','now') || substr(strftime('%f','now'),4)`,
  ])('is the current time: %s', (expression) => {
    expect(sqliteDefault(expression, 'datetime')).toEqual({ hasDefault: true, ownTime: 'default' });
  });

  it.each([`date('now', '+30 days')`, `datetime('now', 'start of month')`, `strftime('%Y', 'now')`, '(unixepoch() + 3600)'])(
    'is no current time: %s',
    (expression) => {
      expect(sqliteDefault(expression, 'datetime')).toEqual({ hasDefault: true });
    },
  );

  it.each([
    [`'say now()'`, 'text', 'say now()'],
    [`'it''s'`, 'varchar(9)', `it's`],
    ['TRUE', 'BOOLEAN', '1'],
    ['(-5)', 'integer', '-5'],
    ['42', 'text', '42'],
  ])('is a constant: %s of %s', (expression, type, constant) => {
    expect(sqliteDefault(expression, type)).toEqual({ hasDefault: true, constant });
  });

  it('of null is none', () => {
    expect(sqliteDefault('NULL', 'text')).toEqual({});
  });
});
