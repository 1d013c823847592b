import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withoutValues } from './error-values.ts';

const secret = 'ada@lovelace.example';

/** An error with properties that a driver adds to it. */
function failure(message: string, parts: object = {}): Error {
  return Object.assign(new Error(message), parts);
}

const thrown = (job: () => unknown): unknown => {
  try {
    return job();
  } catch (error) {
    return error;
  }
};

describe('an error without values', () => {
  it.each([
    ['22P02', `invalid input syntax for type integer: "${secret}"`, 'invalid input syntax for type integer: "…"'],
    ['22P02', `invalid input syntax for type json: "column "${secret}" of it"`, 'invalid input syntax for type json: "…"'],
    ['22003', `value "${secret}" is out of range for type integer`, 'value "…" is out of range for type integer'],
    ['22P02', `ungültige Eingabesyntax für Typ integer: »${secret}«`, 'ungültige Eingabesyntax für Typ integer: »…«'],
    ['22P02', `syntaxe en entrée invalide : « ${secret} »`, 'syntaxe en entrée invalide : «…»'],
    ['P0001', `column "x" is "${secret}"`, 'column "…"'],
    ['42P01', 'relation "no_such" does not exist', 'relation "no_such" does not exist'],
    ['42703', 'column "a.b" of relation "t" does not exist', 'column "a.b" of relation "t" does not exist'],
    ['42601', `syntax error at or near "${secret}"`, 'syntax error at or near "…"'],
    ['ERR_SQLITE_ERROR', 'UNIQUE constraint failed: author.email', 'UNIQUE constraint failed: author.email'],
    [undefined, `No customer '${secret}', isn't there`, `No customer '…', isn't there`],
    [undefined, `No customer 'O'Neil ${secret}'.`, `No customer '…'.`],
    [undefined, `No customer “${secret}” or \`${secret}\``, 'No customer “…” or `…`'],
    [undefined, `column "${secret}"`, 'column "…"'],
    [undefined, `Failed query: select "x" where a = $1\nparams: ${secret}`, 'Failed query: …'],
    [undefined, "Cannot read properties of undefined (reading 'email')", "Cannot read properties of undefined (reading 'email')"],
    [undefined, "can't do what one doesn't know", "can't do what one doesn't know"],
  ])('of code %s says %s', (code, message, expected) => {
    const copy = withoutValues(failure(message, code === undefined ? {} : { code }));
    expect(copy.message).toBe(expected);
    expect(copy.stack?.split('\n')[0]).toBe(`Error: ${expected}`);
    expect(copy.stack).toContain('error-values.test.ts');
    expect(inspect(copy, { showHidden: true })).not.toContain(secret);
  });

  it.each([() => JSON.parse(`{"a": ${secret}}`), () => BigInt(secret), () => new URL(`http://[${secret}`), () => decodeURI(`%${secret}`)])(
    'is that of JavaScript too: %s',
    (job) => {
      expect(inspect(withoutValues(thrown(job)), { showHidden: true })).not.toContain(secret);
    },
  );

  it('keeps what names a part of the schema, and its type, and nothing else', () => {
    class DatabaseError extends Error {
      readonly #row = secret;
      get row(): string {
        return this.#row;
      }
    }
    const safe = { code: '23505', constraint: 'author_email_key', table: 'author', column: 'email' };
    const lost = Object.fromEntries(
      ['detail', 'where', 'hint', 'internalQuery', 'query', 'parameters', 'params', 'input', 'body'].map((name) => [name, secret]),
    );
    const message = 'duplicate key value violates unique constraint "author_email_key"';
    const copy = withoutValues(Object.assign(new DatabaseError(message), { ...safe, ...lost, name: 'error' }));
    expect(copy).toBeInstanceOf(Error);
    expect(Object.fromEntries(Object.entries(copy))).toEqual(safe);
    expect([copy.message, copy.name, copy.constructor.name]).toEqual([message, 'error', 'DatabaseError']);
    expect(inspect(copy, { showHidden: true, getters: true })).not.toContain(secret);
  });

  it('is so in its causes and in what it gathers, also in a circle', () => {
    const cause = failure(`Not "${secret}"`, { detail: secret });
    const gathered = new AggregateError(
      [cause, `"${secret}"`, { message: `"${secret}"`, detail: secret }, { detail: secret }],
      'All failed',
      {
        cause,
      },
    );
    const circle = failure('Round', { cause: gathered });
    cause.cause = circle;
    const suppressed = Object.assign(new Error('In disposal'), { error: circle, suppressed: cause });
    const copy = withoutValues(suppressed) as Error & { error: Error };
    const inner = copy.error.cause as AggregateError;
    expect(inner.errors.map(({ message }: Error) => message)).toEqual(['Not "…"', '"…"', '"…"', 'Not an error: object']);
    expect((inner.cause as Error).cause).toBe(copy.error);
    expect(inspect(copy, { depth: 9, showHidden: true })).not.toContain(secret);
  });

  it.each([undefined, null, 5, { detail: secret }, () => secret])('is made of %s too', (value) => {
    const copy = withoutValues(value);
    expect(copy).toBeInstanceOf(Error);
    expect(inspect(copy)).not.toContain(secret);
  });
});
