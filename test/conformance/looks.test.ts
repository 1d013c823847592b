import { defineAdmin, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = "CREATE TABLE task (id integer PRIMARY KEY, status varchar(20)); INSERT INTO task VALUES (1, 'done')";
const choices = ['open', 'done'];

describe.each(dialects)('the looks that a config sets, on %s', (dialect) => {
  it('are in the schema, and in nothing where the config sets none', async () => {
    const { root } = await serviceOfTest(
      startService({
        dialect,
        setup,
        models: [model('task', 't.Task', { icon: 'task', fields: { status: { choices, tones: { done: 'good' } } } })],
      }),
    );
    const { models } = (await root.get('/schema/')).body as { models: { model: string; icon?: string }[] };
    expect(models.filter(({ icon }) => icon !== undefined).map(({ model: key, icon }) => [key, icon])).toEqual([['t.Task', 'task']]);
    const { fields } = (await root.get('/schema/t.Task/')).body as { fields: { name: string; tones?: object }[] };
    expect(fields.map(({ name, tones }) => [name, tones])).toEqual([
      ['id', undefined],
      ['status', { done: 'good' }],
    ]);
  });

  it.each([
    ['no icon', { icon: 'tsak' }, '"tsak" is no icon'],
    ['no tone', { fields: { status: { choices, tones: { done: 'green' } } } }, 'tones'],
    ['a tone of no choice', { fields: { status: { choices, tones: { don: 'good' } } } }, '"don" is none of its choices'],
    ['a tone without choices', { fields: { status: { tones: { done: 'good' } } } }, 'The field has no choices'],
  ])('are refused at start: %s', async (_, config, message) => {
    const { service } = await serviceOfTest(startService({ dialect, setup }));
    const admin = defineAdmin({
      database: service.database.source(),
      models: [model('task', 't.Task', config as object)],
    });
    await expect(admin.ready()).rejects.toThrow(message);
    await admin.close();
  });
});
