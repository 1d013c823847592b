import { describe, expect, it } from 'vitest';
import { translatePostgresError, translateWriteError } from './errors.ts';

const errorOf = (code: string, routine: string): Error => Object.assign(new Error('refused'), { code, routine });

describe('an error of a write', () => {
  // As PostgreSQL 15 reports them while it follows another server.
  it.each([
    ['0A000', 'call_bool_check_hook'],
    ['25006', 'PreventCommandIfReadOnly'],
  ])('with the code %s of %s means that the server is not the primary yet', (code, routine) => {
    expect(translateWriteError(errorOf(code, routine))).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '2' } });
  });

  it('with a code of another reason stays what it is', () => {
    const unsupported = errorOf('0A000', 'RevalidateCachedQuery');
    expect(translateWriteError(unsupported)).toBe(unsupported);
    // Code of the host application that writes where it may only read.
    const readOnly = errorOf('25006', 'PreventCommandIfReadOnly');
    expect(translatePostgresError(readOnly)).toBe(readOnly);
  });
});
