import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { canonicalDateTime } from '../../model/calendar.ts';
import type { Field } from '../../model/field.ts';
import type { Comparison } from '../../plan/condition.ts';
import type { Sql } from '../sql-fragments.ts';
import { nearMoment } from './date-times.ts';
import { registerFunctions } from './functions.ts';
import { sqliteFragments } from './sql-fragments.ts';

const database = new DatabaseSync(':memory:');
registerFunctions(database);

/** What SQLite says of a condition on one value. */
function ask(condition: Sql, parameters: readonly SQLInputValue[]): unknown {
  const { sql: text } = sqliteFragments.compile(condition);
  return database.prepare(`SELECT (${text}) AS "is"`).get(...parameters)?.['is'];
}

const [value, parameter] = [sql`?1`, sql`?2`];

describe('the pattern of a search for a text that is not ASCII', () => {
  const texts = fc.string({ unit: fc.constantFrom(...Array.from('aäÄiİıkK\u212aſsßẞσςΣ%_\\éE\u0301\u{1F600}[*')), maxLength: 5 });

  it('matches every text that the function matches', () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('anywhere', 'start', 'end', 'whole'), fc.boolean(), (row, needle, where, isPart) => {
        const text = isPart ? `${row}${needle.toUpperCase()}${row}` : row;
        const match = { where, isCaseless: true };
        const answer = (form: string): unknown => {
          const condition = sqliteFragments.matches(value, parameter, { form, match, field: {} as Field });
          return ask(condition, [text, String(sqliteFragments.bindSearch([needle], match, form))]);
        };
        expect(answer('folded')).toBe(answer('function'));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the condition that the comparison of a moment implies', () => {
  const zones = fc.constantFrom('', 'Z', '+02:00', '-12:00', '+14:00', '+99:59', '-99:59', ' Z');
  const dates = fc.date({ min: new Date('1970-12-25T00:00:00Z'), max: new Date('1971-01-08T00:00:00Z'), noInvalidDate: true });
  const moments = fc.tuple(dates, zones).map(([date, zone]) => `${date.toISOString().slice(0, 19)}${zone}`);
  const stored = fc.oneof(
    moments,
    moments.map((text) => text.slice(0, 10)),
    fc.constantFrom('', 'soon', '0', '9', 5, -1, 1e300, null, '0001-01-01', '9999-12-31'),
  );
  const wanted = fc.oneof(
    dates.map((date) => `${date.toISOString().slice(0, 19)}Z`),
    fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'),
  );
  const comparisons: readonly Comparison[] = ['=', '<', '<=', '>', '>='];

  it('holds wherever the comparison does', () => {
    let matches = 0;
    fc.assert(
      fc.property(stored, wanted, fc.constantFrom(...comparisons), (given, moment, comparison) => {
        const test = `grimoire_datetime(?1, 'text') ${comparison} ?2`;
        const quick = nearMoment(value, comparison, parameter) ?? sql`1`;
        if (database.prepare(`SELECT ${test} AS "is"`).get(given, moment)?.['is'] !== 1) return;
        matches += 1;
        expect(ask(quick, [given, moment])).toBe(1);
      }),
      { numRuns: 3000, examples: [['1971-01-04T00:00:00+99:59', '1970-12-30T20:01:01Z', '<']] },
    );
    expect(matches).toBeGreaterThan(300);
  });

  it('is false for a text of another year', () => {
    expect(canonicalDateTime('1990-01-01 10:00')).not.toBeNull();
    const later = nearMoment(value, '>=', parameter) ?? sql`1`;
    expect(ask(later, ['1990-01-01 10:00', '1991-01-01T00:00:00Z'])).toBe(0);
  });
});
