import { describe, expect, it } from 'vitest';
import { endsTransaction } from './database.ts';

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
  ])('is false of %j', (text) => expect(endsTransaction(text)).toBe(false));
});
