import { describe, expect, it } from 'vitest';
import { endsTransaction } from './transaction-words.ts';

describe('endsTransaction', () => {
  it.each([
    'COMMIT',
    ' commit',
    'END',
    'ABORT',
    'ROLLBACK',
    'ROLLBACK WORK',
    'BEGIN',
    'START TRANSACTION',
    "PREPARE TRANSACTION 'x'",
    '/* a */ COMMIT',
    '-- a\nCOMMIT',
    ';COMMIT',
    '/* a */--b\n ; /**/ rollback and chain',
    '-- a\rCOMMIT',
    '-- a\r/* b */ -- COMMIT\nCOMMIT',
    '/* a /* b */ c */ COMMIT',
    '/* a /* b */ COMMIT',
    "PREPARE /* a */ TRANSACTION 'x'",
  ])('is true of %j', (text) => expect(endsTransaction(text)).toBe(true));

  it.each([
    'SELECT 1',
    'ROLLBACK TO a',
    'ROLLBACK TO SAVEPOINT a',
    'ROLLBACK WORK TO SAVEPOINT a',
    'SAVEPOINT a',
    'RELEASE a',
    "SELECT 'COMMIT'",
    '/* COMMIT */ SELECT 1',
    'PREPARE a AS SELECT 1',
    'SELECT beginning FROM ends',
    "/* report */ SELECT CASE WHEN id = 1 THEN 'a' ELSE 'b' /* other */ END FROM t",
    '-- COMMIT\nSELECT 1',
    '',
    '/* open',
  ])('is false of %j', (text) => expect(endsTransaction(text)).toBe(false));

  it('reads what is long at once', () => {
    expect(endsTransaction(`${'/* a */ '.repeat(100_000)}SELECT 1`)).toBe(false);
    expect(endsTransaction('/*'.repeat(100_000))).toBe(false);
    expect(endsTransaction(`SELECT ${'/* '.repeat(100_000)}`)).toBe(false);
  });
});
