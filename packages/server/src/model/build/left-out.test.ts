import type { FieldTypeName } from '@grimoire/protocol';
import { describe, expect, it } from 'vitest';
import type { AdminConfig } from '../config/config.ts';
import { LeftOut } from './left-out.ts';
import { References } from '../references.ts';
import type { ColumnDescription, ForeignKeyDescription, TableDescription } from '../table.ts';

const column = (name: string, type: FieldTypeName = 'CharField', field = name): ColumnDescription => ({
  name: field,
  column: name,
  type,
  dbType: 'text',
  null: true,
});

const pointer = (from: string, target: string, to: string): ForeignKeyDescription => ({
  columns: [from],
  table: { schema: undefined, name: target },
  targetColumns: [to],
  onDelete: 'no action',
});

function table(name: string, columns: readonly ColumnDescription[], foreignKeys: readonly ForeignKeyDescription[] = []): TableDescription {
  return { table: { schema: undefined, name }, isView: false, columns, primaryKey: ['id'], uniques: [], foreignKeys };
}

const login = table('login', [column('id', 'IntegerField'), column('session_key')]);
const token = table('token', [column('id', 'IntegerField'), column('label')]);
const use = table(
  'use',
  [column('token', 'IntegerField'), column('kind_token'), column('seen'), column('secret_loop')],
  [pointer('token', 'token', 'id'), pointer('kind_token', 'token', 'label'), pointer('seen', 'login', 'session_key')],
);

function leftOutOf(description: TableDescription, config: AdminConfig = {}, others: AdminConfig = {}): string[] {
  const references = new References([login, token, use]);
  const leftOut = new LeftOut((name) => references.describe(name), [{ description: login, config: others }]);
  return leftOut.columnsOf(description, config).map(({ column: name }) => name);
}

describe('the columns that are left out', () => {
  it('are those that look like secrets, and foreign keys that hold such a value under any name', () => {
    expect(leftOutOf(login)).toEqual(['session_key']);
    expect(leftOutOf(use)).toEqual(['seen', 'secret_loop']);
  });

  it('are none that the config names, nor foreign keys to one that its config names', () => {
    expect(leftOutOf(login, { fields: { session_key: {} } })).toEqual([]);
    expect(leftOutOf(use, { fields: { secret_loop: {} } }, { fields: { session_key: {} } })).toEqual([]);
  });

  it('are judged by the foreign keys of the database, where a source does not say that there are any', () => {
    expect(leftOutOf({ ...use, foreignKeys: [] })).toEqual(['seen', 'secret_loop']);
  });

  it('are found also where foreign keys lead in a circle', () => {
    const loop = table('loop', [column('secret')], [pointer('secret', 'loop', 'secret')]);
    expect(new LeftOut(() => loop).columnsOf(loop, {})).toEqual([]);
  });

  it('are looked for in the elements of an array', () => {
    const array = { ...column('otp_backup_codes', 'ArrayField'), element: { type: 'CharField', dbType: 'text' } as const };
    const numbers = { ...column('tokens', 'ArrayField'), element: { type: 'IntegerField', dbType: 'integer' } as const };
    expect(leftOutOf(table('t', [array, numbers]))).toEqual(['otp_backup_codes']);
  });
});

describe('what is said of them', () => {
  const leftOut = new LeftOut(() => undefined);

  it('is one sentence for each table, with the names that a config would use', () => {
    const users = table('users', [column('pw_hash', 'CharField', 'passwordHash'), column('name'), column('mfasecret')]);
    const keys = { ...table('keys', [column('api_key')]), table: { schema: 'auth', name: 'keys' } };
    const both = [users, users, keys, token].map((description) => ({ description, config: {} }));
    expect(leftOut.sentences(both)).toEqual([
      'users: passwordHash, mfasecret (look like secrets; name them in `fields` to serve them)',
      'auth.keys.api_key (looks like a secret; name it in `fields` to serve it)',
    ]);
  });
});
