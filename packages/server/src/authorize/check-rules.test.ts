import { describe, expect, it } from 'vitest';
import { shopOf } from '../test-models/models.ts';
import { ConfigurationError, Problems } from '../model/build/checks.ts';
import type { AdminConfig } from '../model/config/config.ts';
import { all, and, none, not, or, type RowRule, where } from '../model/config/row-rule.ts';
import { checkRowRules } from './check-rules.ts';

interface Checked {
  readonly notes: readonly string[];
  readonly problems: string;
}

/** What the check says about the row rule of orders. */
function checked(rows: unknown, hasLinks = true): Checked {
  const registry = shopOf({ configs: { 'shop.Order': { rows: rows as NonNullable<AdminConfig['rows']> } } });
  const problems = new Problems();
  const notes = checkRowRules([{ key: 'shop.Order' }, { key: 'shop.Tag' }, { key: 'shop.Nothing' }], registry, { problems, hasLinks });
  try {
    problems.throwIfAny();
    return { notes, problems: '' };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { notes, problems: error.message };
  }
}
type Asked = Parameters<NonNullable<AdminConfig['rows']>>[0];

describe('checkRowRules', () => {
  it.each<[string, unknown]>([
    ['every row', () => all],
    ['no row', () => none],
    ['a value', () => where('status', '=', 'open')],
    ['a path', () => where('customer.name', '=', 'x')],
    ['nested rules', () => and(where('total', '>', 1), or(not(where('status', 'in', ['open'])), where('due', '=', null)))],
    ['a value of the actor', ({ actor }: Asked) => where('number', '=', actor.username)],
  ])('says nothing about %s', (_, rows) => expect(checked(rows)).toEqual({ notes: [], problems: '' }));

  it('says that a rule reads links where there are none', () => {
    const rows = ({ actor }: Asked): RowRule => where('customer', '=', actor.link);
    expect(checked(rows)).toEqual({ notes: [], problems: '' });
    const note = 'The row rule of shop.Order reads `actor.link`, which no user has, because the setting `staffLink` is not set.';
    expect(checked(rows, false)).toEqual({ notes: [note], problems: '' });
    expect(checked(() => all, false)).toEqual({ notes: [], problems: '' });
    expect(checked(({ actor }: Asked) => where('custmer', '=', actor.link)).problems).toContain('"custmer" is no field.');
  });

  it('names a path that does not exist, with a cure, once', () => {
    const { problems, notes } = checked(() => and(where('statsu', '=', 'open'), not(where('customer.nam', '=', 'x'))));
    expect(notes).toEqual([]);
    expect(problems).toContain('E062');
    expect(problems).toContain('shop.Order rows');
    expect(problems).toContain('"statsu" is no field.');
    expect(problems).toContain('Did you mean "status"?');
    expect(problems).toContain('"customer.nam" is no field.');
    expect(problems.split('"statsu" is no field.')).toHaveLength(2);
  });

  it('finds a wrong path that only a superuser, or only other users get, also where the rule reads the actor', () => {
    expect(checked(({ actor }: Asked) => (actor.isSuperuser ? where('x1', '=', 1) : all)).problems).toContain('"x1" is no field.');
    expect(checked(({ actor }: Asked) => (actor.isSuperuser ? all : where('x2', '=', 1))).problems).toContain('"x2" is no field.');
  });

  it('names a value that its field cannot have, unless it may be the actor’s', () => {
    const { problems } = checked(() => where('status', '=', 'lost'));
    expect(problems).toContain('"status" is never "lost".');
    expect(problems).toContain('Correct the rule.');
    expect(checked(() => where('status', 'in', ['open', 'lost'])).problems).toContain('"status" is never "lost".');
    expect(checked(() => where('total', '=', 'x')).problems).toContain('"total": A valid number is required.');
    expect(checked(({ actor }: Asked) => where('total', '=', actor.username)).problems).toBe('');
    expect(checked(({ actor }: Asked) => (actor.id ? where('status', '=', 'lost') : all)).problems).toBe('');
  });

  it('names what is no rule', () => {
    expect(checked(() => ({})).problems).toContain('The function rows of shop.Order returned no row rule');
    expect(checked(() => ({ rule: 'and', rules: [{ rule: 'x' }] })).problems).toContain(
      'The function rows of shop.Order returned no row rule',
    );
    expect(checked(() => ({ rule: 'compare', path: 7, operator: '=', values: [1] })).problems).toContain('"7": ');
    expect(checked(() => ({ rule: 'last of', path: 'number', same: ['x'], values: [] })).problems).toContain('"number": The row rule of');
  });

  it('names a rule that gives nothing to one of the two', () => {
    const text = 'It gives no rule to a user without groups or permissions, or to a superuser.';
    for (const rows of [
      () => undefined,
      () => null,
      ({ actor }: Asked) => (actor.isSuperuser ? all : undefined),
      ({ actor }: Asked) => (actor.isSuperuser ? undefined : all),
    ]) {
      const { problems, notes } = checked(rows);
      expect(problems).toContain(text);
      expect(problems).toContain('Give `all` or `none` where no other rule holds.');
      expect(notes).toEqual([]);
    }
    expect(checked(() => 'all')).toEqual({ notes: [], problems: '' });
  });

  it('notes a rule that throws, or gives a promise', async () => {
    const end = 'No row of it is served to such users.';
    const thrower = (value: unknown) => () => {
      throw value;
    };
    const why = (reason: string): Checked => ({
      notes: [`The row rule of shop.Order throws for a user without groups or permissions (${reason}). ${end}`],
      problems: '',
    });
    expect(checked(thrower(new Error('no group')))).toEqual(why('no group'));
    expect(checked(thrower('a text'))).toEqual(why('a text'));
    expect(checked(({ actor }: Asked) => (actor.isSuperuser ? thrower(new Error('late'))() : all))).toEqual(why('late'));
    const promise = { notes: [`The row rule of shop.Order gives a promise, which is no rule. ${end}`], problems: '' };
    expect(checked(() => Promise.resolve(all))).toEqual(promise);
    expect(checked(() => Promise.reject(new Error('unheard')))).toEqual(promise);
    const neverRun = (): never => expect.unreachable('a query of the host was run');
    expect(checked(() => Object.fromEntries(['then', 'catch'].map((name) => [name, neverRun])))).toEqual(promise);
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('gives the rule a user of each kind', () => {
    const actors: unknown[] = [];
    checked(({ actor }: Asked) => {
      actors.push([actor.id, actor.username, actor.isSuperuser, actor.groups, actor.permissions.size]);
      return all;
    });
    expect(actors).toEqual([
      ['2147483646', '(sample user)', false, [], 0],
      ['2147483646', '(sample user)', true, [], 0],
    ]);
  });

  it('checks rules that are nested fifty deep, and no deeper', () => {
    const nested = (depth: number): RowRule =>
      depth === 1 ? where('x', '=', 1) : depth % 2 === 0 ? not(nested(depth - 1)) : and(nested(depth - 1));
    expect(checked(() => nested(50)).problems).toContain('"x" is no field.');
    expect(checked(() => nested(51)).problems).toBe('');
    const endless: { rule: 'and'; rules: unknown[] } = { rule: 'and', rules: [] };
    endless.rules.push(endless);
    expect(checked(() => endless)).toEqual({ notes: [], problems: '' });
  });
});
