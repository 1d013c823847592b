import { describe, expect, it } from 'vitest';
import type { AccessPattern } from '../../statement.ts';
import { type IsUnique, readsFewRows } from './indexed-reads.ts';
import type { PlanLine } from '../plan-of.ts';

/** The lines of a plan; each level is indented by two spaces. */
function plan(text: string): PlanLine[] {
  const parents: number[] = [0];
  return text
    .trim()
    .split('\n')
    .map((line, index) => {
      const detail = line.trim();
      const depth = (line.length - line.trimStart().length) / 2;
      parents[depth + 1] = index + 1;
      return { id: index + 1, parent: parents[depth] ?? 0, detail };
    });
}

const isUnique: IsUnique = (index, columns) => index === 'sqlite_autoindex_channel_1' && columns === 2;

const page = (...comparisons: string[]): AccessPattern => ({
  of: 'page',
  sql: '',
  table: 'sale',
  key: 'id',
  comparisons: comparisons.map((text) => ({ column: text.slice(0, -1), operator: text.slice(-1) as '=' })),
});

describe('the plan of a page', () => {
  it('reads few rows if an index serves all of its comparisons, and no others', () => {
    const lines = plan('SEARCH t USING INDEX sale_status (status=? AND rowid<?)');
    expect(readsFewRows(lines, page('status=', 'id<'), isUnique)).toBe(true);
    for (const other of [page('status='), page('status=', 'id>'), page('status=', 'id<', 'kind='), page('kind=', 'id<')])
      expect(readsFewRows(lines, other, isUnique)).toBe(false);
  });

  it('reads few rows in the order of an index, or of the table', () => {
    expect(readsFewRows(plan('SCAN t'), page(), isUnique)).toBe(true);
    expect(readsFewRows(plan('SCAN t USING COVERING INDEX sale_total'), page(), isUnique)).toBe(true);
    expect(readsFewRows(plan('SCAN t USING INDEX sale_total'), page('status='), isUnique)).toBe(false);
    // The names of indexes are free.
    expect(readsFewRows(plan('SCAN t USING INDEX by total (status=?)'), page('status='), isUnique)).toBe(false);
    expect(readsFewRows(plan('SEARCH t USING INDEX a (status=?) (total=?)'), page('status=', 'total='), isUnique)).toBe(false);
  });

  it('sorts nothing', () => {
    expect(readsFewRows(plan('SCAN t\nUSE TEMP B-TREE FOR ORDER BY'), page(), isUnique)).toBe(false);
    expect(
      readsFewRows(
        plan('SEARCH t USING INDEX sale_status (status=?)\nUSE TEMP B-TREE FOR LAST TERM OF ORDER BY'),
        page('status='),
        isUnique,
      ),
    ).toBe(false);
  });

  it('has no subquery that is not known', () => {
    expect(readsFewRows(plan('CO-ROUTINE t\n  SCAN t\nSCAN t'), page(), isUnique)).toBe(false);
  });

  it('reads what its rows point to by unique keys', () => {
    const label = (access: string): PlanLine[] => plan(`SCAN t\nCORRELATED SCALAR SUBQUERY 1\n  ${access}`);
    const of = (access: string): boolean => readsFewRows(label(access), page(), isUnique);
    expect(of('SEARCH r1 USING INTEGER PRIMARY KEY (rowid=?)')).toBe(true);
    expect(of('SEARCH r1 USING INDEX sqlite_autoindex_channel_1 (region=? AND code=?)')).toBe(true);
    for (const access of [
      'SEARCH r1 USING INTEGER PRIMARY KEY (rowid>?)',
      'SEARCH r1 USING INDEX sqlite_autoindex_channel_1 (region=?)',
      'SEARCH r1 USING INDEX sqlite_autoindex_channel_1 (region=? AND code>?)',
      'SEARCH r1 USING INDEX other (region=? AND code=?)',
      'SCAN r1',
      'SCAN t',
      'SCAN r1 USING INDEX sqlite_autoindex_channel_1',
      'SEARCH r1 USING AUTOMATIC COVERING INDEX (id=?)',
      'BLOOM FILTER ON r1 (id=?)',
      'MATERIALIZE r1',
      'MULTI-INDEX OR',
    ])
      expect([access, of(access)]).toEqual([access, false]);
  });
});

describe('the plan of a count of what refers to a row', () => {
  const read: AccessPattern = { of: 'references', columns: ['customer_id'] };
  const counted = (access: string): PlanLine[] =>
    plan(
      `SCAN CONSTANT ROW\nSCALAR SUBQUERY 2\n  CO-ROUTINE n\n    ${access}\n    LIST SUBQUERY 1\n      SEARCH t USING INTEGER PRIMARY KEY (rowid=?)\n  SCAN n`,
    );

  it('reads few rows if an index serves the column that refers to it', () => {
    expect(readsFewRows(counted('SEARCH t USING COVERING INDEX sale_customer (customer_id=?)'), read, isUnique)).toBe(true);
    for (const access of [
      'SCAN t',
      'SCAN n',
      'SCAN t USING COVERING INDEX sale_customer',
      'SEARCH t USING INDEX sale_status (status=?)',
      'SEARCH t USING INDEX sale_customer (customer_id>?)',
      'SEARCH t USING INDEX sale_both (ANY(status) AND customer_id=?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ])
      expect([access, readsFewRows(counted(access), read, isUnique)]).toEqual([access, false]);
  });
});
