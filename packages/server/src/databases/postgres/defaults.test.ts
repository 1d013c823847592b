import { describe, expect, it } from 'vitest';
import { postgresDefault } from './defaults.ts';

describe('a default of PostgreSQL', () => {
  it.each([
    'now()',
    'CURRENT_TIMESTAMP',
    'CURRENT_TIMESTAMP(3)',
    'LOCALTIMESTAMP',
    'transaction_timestamp()',
    'clock_timestamp()',
    `timezone('utc'::text, now())`,
    `(now() AT TIME ZONE 'Europe/Berlin'::text)`,
    '(now())::timestamp without time zone',
    `('now'::text)::date`,
    'CURRENT_DATE',
    '(EXTRACT(epoch FROM now()))::integer',
    '(EXTRACT(epoch FROM now()) * (1000)::numeric)',
    `floor((date_part('epoch'::text, now()) * (1000)::double precision))`,
  ])('is the current time: %s', (expression) => {
    expect(postgresDefault(expression, 'timestamp with time zone')).toEqual({ hasDefault: true, ownTime: 'default' });
  });

  it.each([
    '(CURRENT_DATE + 30)',
    `(now() + '7 days'::interval)`,
    `(now() - '01:00:00'::interval)`,
    `date_trunc('month'::text, now())`,
    'EXTRACT(year FROM now())',
    `to_char(now(), 'YYYY'::text)`,
    'age(now())',
  ])('is no current time: %s', (expression) => {
    expect(postgresDefault(expression, 'timestamp with time zone')).toEqual({ hasDefault: true });
  });

  it.each([
    [`'now'::text`, 'text', 'now'],
    [`'say now()'::character varying`, 'character varying(20)', 'say now()'],
    [`E'a\\\\b'::text`, 'text', 'a\\b'],
    [`'-1'::integer`, 'bigint', '-1'],
    [`'{a,"b,c",NULL}'::text[]`, 'text[]', ['a', 'b,c', null]],
    [`ARRAY['a'::character varying, 'b'::character varying]`, 'character varying(9)[]', ['a', 'b']],
    ['ARRAY[]::text[]', 'text[]', []],
  ])('is a constant: %s', (expression, type, constant) => {
    expect(postgresDefault(expression, type)).toEqual({ hasDefault: true, constant });
  });

  it('of null is none, and one of another type is not read', () => {
    expect(postgresDefault('NULL::character varying', 'character varying(5)')).toEqual({});
    expect(postgresDefault(`'{{1,2},{3,4}}'::integer[]`, 'integer[]')).toEqual({ hasDefault: true });
    expect(postgresDefault(`'2026-01-01'::date`, 'timestamp with time zone')).toEqual({ hasDefault: true });
    expect(postgresDefault(`'2026-01-01 00:00:00.1234'::timestamp without time zone`, 'timestamp(3) without time zone')).toEqual({
      hasDefault: true,
    });
  });
});
