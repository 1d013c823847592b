import { defineAdmin, model, type ModelRegistration } from 'grimoire';
import * as lite from 'drizzle-orm/sqlite-core';
import * as pg from 'drizzle-orm/pg-core';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { type Client, clientOf, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const [first, second, third] = ['b', 'c', 'a'].map((letter) => `${letter}0000000-0000-4000-8000-000000000000`);

function tables(dialect: Dialect): string {
  const time = dialect === 'postgres' ? 'timestamptz NOT NULL DEFAULT now()' : 'datetime NOT NULL DEFAULT CURRENT_TIMESTAMP';
  const drawn = dialect === 'postgres' ? 'gen_random_uuid()::text' : '(lower(hex(randomblob(16))))';
  return `
    CREATE TABLE invoice (id uuid PRIMARY KEY, account integer, reference varchar(20), currency varchar(3), amount integer, city varchar(20),
      zip varchar(9), state varchar(9), title varchar(20), created_at ${time}, updated_at ${time});
    INSERT INTO invoice (id, title, created_at) VALUES ('${first}', 'oldest', '2026-01-01T00:00:00Z'), ('${second}', 'newest', '2026-03-01T00:00:00Z'),
      ('${third}', 'middle', '2026-02-01T00:00:00Z');
    CREATE TABLE token_use (id varchar(36) PRIMARY KEY, amount integer, purpose varchar(20), made ${time});
    CREATE TABLE drawn_key (code text PRIMARY KEY DEFAULT ${drawn}, amount integer, email varchar(20), "createdAt" ${time});
    CREATE TABLE currency (id varchar(3) PRIMARY KEY, label varchar(20), created_at ${time});`;
}

describe.each(dialects)('lists without a config, of models with keys that are drawn at random, on %s', (dialect) => {
  const { service, root: client } = serviceForAll(() => startService({ dialect, setup: tables(dialect) }));

  const defaults = async (name: string, from = client): Promise<unknown[]> => {
    const { list_display: listed, ordering } = (await from.get(`/schema/${name}/`)).body;
    return [listed, ordering];
  };

  const overTable = async (registration: ModelRegistration): Promise<Client> => {
    const settings = { logger: pino({ level: 'silent' }) };
    const admin = defineAdmin({ database: service.database.source(), models: [registration], settings });
    await admin.operations.migrate();
    onTestFinished(() => admin.close());
    return clientOf(admin, client.token);
  };

  it('begin with the label, have the status third and the key last, and the newest rows first', async () => {
    const over = await overTable(model('invoice', 'crm.Invoice', { fields: { state: { choices: ['open', 'sent', 'paid'] } } }));
    expect(await defaults('crm.Invoice', over)).toEqual([
      ['title', 'account', 'state', 'reference', 'currency', 'amount', 'created_at', 'id'],
      ['-created_at'],
    ]);
    const { results } = (await client.get('/r/main.Invoice/')).body;
    expect(results.map(({ title }: { title: string }) => title)).toEqual(['newest', 'middle', 'oldest']);
  });

  it('know such keys by their names and defaults', async () => {
    expect(await defaults('main.DrawnKey')).toEqual([['email', 'amount', 'createdAt', 'code'], ['-createdAt']]);
    expect(await defaults('main.TokenUse')).toEqual([['amount', 'purpose', 'id'], ['-pk']]);
    // A text of three letters is a code that people chose.
    expect(await defaults('main.Currency')).toEqual([['id', 'label'], ['-pk']]);
  });

  it('know the keys that Drizzle makes', async () => {
    const id = (): string => 'x';
    const table =
      dialect === 'postgres'
        ? pg.pgTable('token_use', {
            key: pg.text('id').primaryKey().$defaultFn(id),
            purpose: pg.varchar({ length: 20 }),
            amount: pg.integer(),
          })
        : lite.sqliteTable('token_use', { key: lite.text('id').primaryKey().$defaultFn(id), purpose: lite.text(), amount: lite.integer() });
    expect(await defaults('crm.TokenUse', await overTable(model(table, 'crm.TokenUse')))).toEqual([['purpose', 'amount', 'key'], ['-pk']]);
  });

  it('leave suggestions in the order of the labels', async () => {
    const found = (await client.get('/r/main.Invoice/autocomplete/')).body.results;
    expect(found.map(({ label }: { label: string }) => label)).toEqual(['middle', 'newest', 'oldest']);
  });
});
