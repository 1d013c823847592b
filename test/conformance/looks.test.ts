import { defineAdmin, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `
  CREATE TABLE task (id integer PRIMARY KEY, status varchar(20), cost numeric(10, 2), year integer, serial_no integer, pages integer);
  INSERT INTO task VALUES (1, 'done', 12.5, 2026, 17, 300)`;
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
      ...['cost', 'year', 'serial_no', 'pages'].map((name) => [name, undefined]),
    ]);
  });

  it('say which numbers identify something, by their names unless the config says otherwise', async () => {
    const { root } = await serviceOfTest(
      startService({
        dialect,
        setup,
        models: [model('task', 't.Task', { fields: { serial_no: { grouping: true }, cost: { grouping: false } } })],
      }),
    );
    const { fields } = (await root.get('/schema/t.Task/')).body as { fields: { name: string; grouping?: false }[] };
    expect(fields.filter(({ grouping }) => grouping === false).map(({ name }) => name)).toEqual(
      dialect === 'sqlite' ? ['cost', 'year'] : ['id', 'cost', 'year'],
    );
  });

  it('have the widgets of a field and of a param as they were given', async () => {
    const widget = { kind: 'money', currency: { field: 'status' } } as const;
    const { root } = await serviceOfTest(
      startService({
        dialect,
        setup,
        models: [
          model('task', 't.Task', {
            fields: { cost: { widget } },
            actions: {
              pay: { label: 'Pay', params: { sum: { type: 'DecimalField', widget: { kind: 'money', currency: 'EUR' } } }, run: () => {} },
            },
          }),
        ],
      }),
    );
    const { fields, actions } = (await root.get('/schema/t.Task/')).body as {
      fields: { name: string; widget?: object }[];
      actions: { params?: { widget?: object }[] }[];
    };
    expect(fields.find(({ name }) => name === 'cost')?.widget).toEqual(widget);
    expect(actions.flatMap(({ params = [] }) => params.map((param) => param.widget))).toEqual([{ kind: 'money', currency: 'EUR' }]);
  });

  it.each([
    ['no icon', { icon: 'tsak' }, '"tsak" is no icon'],
    ['no tone', { fields: { status: { choices, tones: { done: 'green' } } } }, 'tones'],
    ['a tone of no choice', { fields: { status: { choices, tones: { don: 'good' } } } }, '"don" is none of its choices'],
    ['a tone without choices', { fields: { status: { tones: { done: 'good' } } } }, 'The field has no choices'],
    ['no widget', { fields: { status: { widget: { kind: 'hologram' } } } }, '"hologram" is no kind of widget'],
    ['an option of no widget', { fields: { status: { widget: { kind: 'color', alpha: true } } } }, 'alpha'],
    ['a widget of another type', { fields: { status: { widget: { kind: 'progress' } } } }, '"progress" shows no CharField'],
    ['a widget of a key', { fields: { id: { widget: { kind: 'color' } } } }, '"color" shows no'],
    ['a widget of choices', { fields: { status: { choices, widget: { kind: 'color' } } } }, '"color" shows no choices'],
    ['no currency', { fields: { cost: { widget: { kind: 'money', currency: 'EURO' } } } }, '"EURO" is no currency'],
    ['money without a currency', { fields: { cost: { widget: { kind: 'money' } } } }, 'is no currency'],
    ['a currency of no field', { fields: { cost: { widget: { kind: 'money', currency: { field: 'coin' } } } } }, '"coin" is none'],
    [
      'a currency that nobody sees',
      { fields: { cost: { widget: { kind: 'money', currency: { field: 'status' } } }, status: { hidden: true } } },
      '"status" is. Name a field that users see',
    ],
    ['groups of a text', { fields: { status: { grouping: true } } }, 'has no digits to group'],
    ['a language that is none', { fields: { status: { widget: { kind: 'code', language: 'cobol' } } } }, 'language'],
    ['Markdown of a number', { fields: { cost: { widget: { kind: 'markdown' } } } }, '"markdown" shows no DecimalField'],
    ['a shape that is none', { fields: { status: { widget: { kind: 'image', shape: 'oval' } } } }, 'shape'],
    ['a picture of a number', { fields: { cost: { widget: { kind: 'image' } } } }, '"image" shows no DecimalField'],
    ['a whole of nothing', { fields: { cost: { widget: { kind: 'progress', max: 0 } } } }, 'max'],
  ])('are refused at start: %s', async (_, config, message) => {
    const { service } = await serviceOfTest(startService({ dialect, setup }));
    const admin = defineAdmin({
      database: service.database.source(),
      models: [model('task', 't.Task', config as object)],
    });
    await expect(admin.ready()).rejects.toThrow(message);
    await admin.close();
  });

  it.each([
    'https://images.example.com',
    'images.example.com/',
    '*.example.com',
    '*',
    "x; script-src 'unsafe-inline'",
    '',
    'a..b',
    'user@host',
  ])('are refused at start: the host of pictures %j', async (host) => {
    const { service } = await serviceOfTest(startService({ dialect, setup }));
    const admin = defineAdmin({ database: service.database.source(), models: [], settings: { imageHosts: [host] } });
    await expect(admin.ready()).rejects.toThrow(`${JSON.stringify(host)} is no host`);
    const page = await admin.ui().fetch(new Request('http://localhost/'));
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data: blob:;");
    await admin.close();
    const other = defineAdmin({ database: service.database.source(), models: [], settings: { linkHosts: [host] } });
    await expect(other.ready()).rejects.toThrow(`${JSON.stringify(host)} is no host`);
    await other.close();
  });

  it.each(['https://images.example.com/logo.svg', '//images.example.com/logo.svg', 'javascript:alert(1)', 'data:text/html,<p>', 7, {}])(
    'are refused at start: the logo %j',
    async (logo) => {
      const { service } = await serviceOfTest(startService({ dialect, setup }));
      const settings = { brand: { logo: logo as string } };
      const admin = defineAdmin({ database: service.database.source(), models: [], settings });
      await expect(admin.ready()).rejects.toThrow(/settings\.brand\.logo|settings brand/);
      const page = await admin.ui().fetch(new Request('http://localhost/'));
      expect(await page.text()).not.toContain('&#34;logo&#34;');
      await admin.close();
    },
  );

  it('are told to everybody: the logo of the brand', async () => {
    const logo = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E';
    const { service } = await serviceOfTest(startService({ dialect, setup, settings: { brand: { name: 'Tasks', logo } } }));
    expect((await service.anonymous.get('/config/')).body.brand).toEqual({
      name: 'Tasks',
      accent: expect.stringMatching(/^#/),
      logo: { light: logo, dark: logo },
    });
  });
});
