import { defineAdmin, model } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Dialect, dialects } from '../support/databases.ts';
import { clientOf, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

function tables(dialect: Dialect): string {
  const [time, uuid] = dialect === 'postgres' ? ['timestamp', 'uuid'] : ['datetime', 'uuid'];
  return `
    CREATE TABLE customer (id integer PRIMARY KEY, customer_code varchar(10), "CompanyName" varchar(40), "ContactName" varchar(40), title varchar(20), email varchar(40));
    INSERT INTO customer VALUES (1, 'ALFKI', 'Alfreds', 'Maria', 'Owner', 'a@example.com'), (2, 'ANATR', '', 'Ana', 'Owner', NULL),
      (3, 'ANTON', NULL, '  ', 'Owner', NULL), (4, 'X', '', NULL, '', '');
    CREATE TABLE employee (id integer PRIMARY KEY, email varchar(40), "LastName" varchar(20), "FirstName" varchar(20), username varchar(20));
    INSERT INTO employee VALUES (1, 'n@example.com', 'Davolio', 'Nancy', 'nd'), (2, 'f@example.com', 'Fuller', NULL, 'af'), (3, 'j@example.com', '', ' ', 'jl');
    CREATE TABLE visit (id integer PRIMARY KEY, customer_id integer REFERENCES customer (id), employee_id integer REFERENCES employee (id));
    INSERT INTO visit VALUES (1, 2, 1), (2, 3, 2), (3, 4, 3), (4, NULL, NULL);
    CREATE TABLE upload (id integer PRIMARY KEY, filename varchar(20), code varchar(20));
    INSERT INTO upload VALUES (1, 'a.txt', 'U-1'), (2, 'b.txt', NULL);
    CREATE TABLE "account_data" (id integer PRIMARY KEY, external_id ${uuid}, created_at ${time}, "updatedOn" ${time}, street varchar(20), city varchar(20),
      opened_on date, zip varchar(10), phone varchar(10), fax varchar(10));
    INSERT INTO "account_data" (id, street) VALUES (1, 'Main');
    CREATE TABLE child (id integer PRIMARY KEY, trace_uuid varchar(36), created_at ${time}, nick varchar(10));`;
}

describe.each(dialects)('what rows, lists and models are called on %s', (dialect) => {
  const { service, root: client } = serviceForAll(() => startService({ dialect, setup: tables(dialect) }));

  const labels = async (name: string, from = client): Promise<unknown> =>
    (await from.get(`/r/${name}/?ordering=id`)).body.results.map((row: { _label: string }) => row._label);

  it('takes names before titles, addresses and codes, and the next where one is empty', async () => {
    expect(await labels('main.Customer')).toEqual(['Alfreds', 'Ana', 'Owner', 'X']);
    expect(await labels('main.Upload')).toEqual(['U-1', 'b.txt']);
  });

  it('joins first and last names, whichever of them is there', async () => {
    expect(await labels('main.Employee')).toEqual(['Nancy Davolio', 'Fuller', 'jl']);
  });

  it('says the same beside foreign keys, with one row, in autocomplete and in the log', async () => {
    const { results } = (await client.get('/r/main.Visit/?ordering=id')).body;
    expect(results.map((row: Record<string, unknown>) => [row['customer_label'], row['employee_label']])).toEqual([
      ['Ana', 'Nancy Davolio'],
      ['Owner', 'Fuller'],
      ['X', 'jl'],
      [null, null],
    ]);
    expect((await client.get('/r/main.Customer/2/')).body._label).toBe('Ana');
    const found = (await client.get('/r/main.Employee/autocomplete/')).body.results;
    expect(found.map((each: { label: string }) => each.label).sort()).toEqual(['Fuller', 'Nancy Davolio', 'jl']);
    await client.patch('/r/main.Employee/2/', { email: 'new@example.com' });
    expect((await client.get('/r/main.Employee/2/history/')).body.results[0].object_repr).toBe('Fuller');
  });

  it('passes over what the reader may not see, and keeps it out of the log', async () => {
    const models = [
      model('customer', 'crm.Customer', { fields: { CompanyName: { view: 'crm.view_company' } } }),
      model('visit', 'crm.Visit'),
      model('upload', 'crm.Upload', { label: 'code' }),
    ];
    const settings = { logger: pino({ level: 'silent' }) };
    const admin = defineAdmin({ database: service.database.source(), models, settings });
    await admin.operations.migrate();
    const permissions = ['crm.customer:view_customer', 'crm.visit:view_visit'];
    const staff = await service.user({ username: 'limited', permissions });
    const limited = clientOf(admin, staff.token);
    expect(await labels('crm.Customer', limited)).toEqual(['Maria', 'Ana', 'Owner', 'X']);
    expect((await limited.get('/r/crm.Visit/1/')).body.customer_label).toBe('Ana');
    const all = clientOf(admin, client.token);
    expect(await labels('crm.Customer', all)).toEqual(['Alfreds', 'Ana', 'Owner', 'X']);
    // What a config names is the label; where that is empty, the key.
    expect(await labels('crm.Upload', all)).toEqual(['U-1', 'upload 2']);
    await all.patch('/r/crm.Customer/1/', { title: 'Boss' });
    expect((await all.get('/r/crm.Customer/1/history/')).body.results[0].object_repr).toBe('Maria');
    await admin.close();
  });

  it('lists UUIDs and times of bookkeeping after what people look for', async () => {
    const listed = async (name: string): Promise<unknown> => (await client.get(`/schema/${name}/`)).body.list_display;
    expect(await listed('main.AccountData')).toEqual(['id', 'street', 'city', 'opened_on', 'zip', 'phone', 'fax']);
    expect(await listed('main.Child')).toEqual(['id', 'nick', 'trace_uuid', 'created_at']);
  });

  it('makes plurals of words that have one', async () => {
    const plural = async (name: string): Promise<unknown> => (await client.get(`/schema/${name}/`)).body.verbose_name_plural;
    expect(await plural('main.AccountData')).toBe('account data');
    expect(await plural('main.Child')).toBe('children');
  });
});
