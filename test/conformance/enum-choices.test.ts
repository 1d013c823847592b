import { defineAdmin, model, type ModelRegistration } from 'grimoire';
import { pgEnum, pgTable, serial } from 'drizzle-orm/pg-core';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dialects } from '../support/databases.ts';
import { clientOf, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const words = [
  ['in_progress', 'In progress'],
  ['DONE', 'Done'],
];

describe.each(dialects)('the choices of enums on %s', (dialect) => {
  const isPostgres = dialect === 'postgres';
  const setup = isPostgres
    ? `CREATE TYPE state AS ENUM ('in_progress', 'DONE'); CREATE TABLE task (id serial PRIMARY KEY, state state NOT NULL, past state[],
         hours integer CONSTRAINT hours_of_a_day CHECK (hours <= 24));`
    : `CREATE TABLE task (id integer PRIMARY KEY AUTOINCREMENT, state text NOT NULL, past json, hours integer CONSTRAINT hours_of_a_day CHECK (hours <= 24));`;
  const { service, root } = serviceForAll(() => startService({ dialect, setup }));

  const over = async (registration: ModelRegistration) => {
    const admin = defineAdmin({
      database: service.database.source(),
      models: [registration],
      settings: { logger: pino({ level: 'silent' }) },
    });
    await admin.operations.migrate();
    onTestFinished(() => admin.close());
    return clientOf(admin, root.token);
  };
  const fieldsOf = async (client: typeof root, key: string): Promise<any> => {
    const { fields } = (await client.get(`/schema/${key}/`)).body;
    return Object.fromEntries(fields.map((field: any) => [field.name, field]));
  };

  it.runIf(isPostgres)('are words, also those of the elements of a list', async () => {
    const { state, past } = await fieldsOf(root, 'main.Task');
    expect([state.choices, past.item_choices, past.choices]).toEqual([words, words, undefined]);
    expect((await root.post('/r/main.Task/', { state: 'DONE', past: ['in_progress', 'DONE'] })).body).toMatchObject({
      state_display: 'Done',
      past: ['in_progress', 'DONE'],
    });
    const refused = await root.post('/r/main.Task/', { state: 'DONE', past: ['nowhere'] });
    expect([refused.status, refused.body.past]).toEqual([400, ['"nowhere" is not a valid choice.']]);
  });

  it.runIf(isPostgres)('are the same in the tables of Drizzle', async () => {
    const state = pgEnum('state', ['in_progress', 'DONE']);
    const tasks = pgTable('task', { id: serial().primaryKey(), state: state().notNull(), past: state().array() });
    const fields = await fieldsOf(await over(model(tasks, 'work.Task')), 'work.Task');
    expect([fields.state.choices, fields.past.item_choices]).toEqual([words, words]);
  });

  it('are those of the config, for the elements of a list too', async () => {
    const choices = ['in_progress', { value: 'DONE', label: 'Finished' }];
    const client = await over(model('task', 'work.Task', { fields: { state: { choices }, past: { type: 'ArrayField', choices } } }));
    const { state, past } = await fieldsOf(client, 'work.Task');
    const labels = [
      ['in_progress', 'in_progress'],
      ['DONE', 'Finished'],
    ];
    expect([state.choices, past.item_choices]).toEqual([labels, labels]);
    const refused = await client.post('/r/work.Task/', { state: 'DONE', past: ['x'] });
    expect([refused.status, refused.body.past]).toEqual([400, ['"x" is not a valid choice.']]);
  });

  it('and a value that a rule of the database forbids is refused with the name of the rule', async () => {
    const { status, body } = await root.post('/r/main.Task/', { state: 'DONE', hours: 25 });
    expect([status, body.hours]).toEqual([400, ['The rule “hours_of_a_day” of the database does not allow this value.']]);
  });
});
