/** `pickerFields` of a config: what pickers show beside the labels of rows (CONTRACT §15). */
import { all, model, where } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Answer, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const setup = `
  CREATE TABLE land (id integer PRIMARY KEY, name varchar(20));
  CREATE TABLE office (id integer PRIMARY KEY, street varchar(20));
  CREATE TABLE person (id integer PRIMARY KEY, name varchar(20), email varchar(40), land integer REFERENCES land (id), office integer REFERENCES office (id),
    mood varchar(5), pay decimal(8,2), secret varchar(10), story varchar(20), photo varchar(80), portrait varchar(80), email_display varchar(5));
  CREATE TABLE person_office (person_id integer NOT NULL REFERENCES person (id), office_id integer NOT NULL REFERENCES office (id), PRIMARY KEY (person_id, office_id));
  INSERT INTO land VALUES (1, 'Sweden'), (2, 'Norway');
  INSERT INTO office VALUES (1, 'Main Street');
  INSERT INTO person VALUES (1, 'Ann', 'ann@example.com', 1, 1, 'gay', 9.5, 's1', 'long', 'https://pictures.example.com/1.png', NULL, 'x'),
    (2, 'Ann', NULL, 2, NULL, NULL, NULL, 's2', NULL, NULL, NULL, NULL);`;

const fields = {
  mood: { choices: [{ value: 'gay', label: 'In good spirits' }] },
  pay: { view: 'm.see_pay' },
  secret: { hidden: true },
  story: { detailOnly: true },
  photo: { widget: { kind: 'image' } },
  portrait: { widget: { kind: 'image' } },
} as const;

const people = (pickerFields: readonly string[]) =>
  model('person', 'm.Person', { fields, pickerFields, searchFields: ['name'], manyToMany: { offices: { through: 'person_office' } } });

const models = [
  model('land', 'm.Land', { rows: ({ actor }) => (actor.isSuperuser ? all : where('id', '=', 1)) }),
  model('office', 'm.Office', { label: ({ street }) => `At ${String(street)}` }),
  people(['pay', 'land', 'mood', 'photo']),
];

const path = '/r/m.Person/autocomplete/?q=ann';

describe.each(dialects)('fields of pickers on %s', (dialect) => {
  const { service, root } = serviceForAll(() => startService({ dialect, setup, models }));
  const user = (username: string, permissions: readonly string[]) => service.user({ username, permissions });

  it('are beside the labels, with their display texts and labels, in the form of rows', async () => {
    expect((await root.get(path)).body).toEqual({
      results: [
        {
          value: 1,
          label: 'Ann',
          fields: {
            pay: '9.50',
            land: 1,
            mood: 'gay',
            photo: 'https://pictures.example.com/1.png',
            land_label: 'Sweden',
            mood_display: 'In good spirits',
          },
        },
        { value: 2, label: 'Ann', fields: { pay: null, land: 2, mood: null, photo: null, land_label: 'Norway', mood_display: null } },
      ],
      has_more: false,
    });
    expect((await root.get('/schema/m.Person/')).body.picker_fields).toEqual(['pay', 'land', 'mood', 'photo']);
  });

  it('are only those that the user may view, and labels only of rows that they may view', async () => {
    const clerk = await user('clerk', ['m.person:view_person', 'm.land:view_land']);
    const { body } = await clerk.get(path);
    expect(body.results.map((row: { fields: object }) => row.fields)).toEqual([
      { land: 1, mood: 'gay', photo: 'https://pictures.example.com/1.png', land_label: 'Sweden', mood_display: 'In good spirits' },
      { land: 2, mood: null, photo: null, land_label: '2', mood_display: null },
    ]);
    expect((await clerk.get('/schema/m.Person/')).body.picker_fields).toEqual(['land', 'mood', 'photo']);
    // The statement of one user is not that of another.
    expect((await root.get(path)).body.results[0].fields).toHaveProperty('pay', '9.50');
    const payer = await user('payer', ['m.person:view_person', 'm.person:see_pay']);
    expect((await payer.get(path)).body.results[0].fields).toMatchObject({ pay: '9.50', land_label: '1' });
    const stranger = await user('stranger', ['m.land:view_land']);
    expect((await stranger.get(path)).status).toBe(404);
  });

  it('are in no answer about other models', async () => {
    expect((await root.get('/r/m.Land/autocomplete/?q=sw')).body).toEqual({ results: [{ value: 1, label: 'Sweden' }], has_more: false });
    expect((await root.get('/schema/m.Land/')).body).not.toHaveProperty('picker_fields');
  });

  it('are in the search of all models, as in the autocomplete', async () => {
    const clerk = await user('finder', ['m.person:view_person', 'm.land:view_land']);
    for (const client of [root, clerk]) {
      let found: Answer['body'];
      await expect.poll(async () => (found = (await client.get('/search/?q=ann')).body).complete).toBe(true);
      const [{ rows }] = found.results;
      expect(rows).toEqual((await client.get(path)).body.results);
      expect('pay' in rows[0].fields).toBe(client === root);
    }
  });

  it('are described in the document by user', async () => {
    const clerk = await user('reader', ['m.person:view_person']);
    const described = async (client: typeof root): Promise<string[]> => {
      const { paths } = (await client.get('/openapi.json')).body;
      const { schema } = paths['/r/m.Person/autocomplete/'].get.responses['200'].content['application/json'];
      return Object.keys(schema.properties.results.items.properties.fields.properties);
    };
    expect(await described(root)).toEqual(['pay', 'land', 'mood', 'photo', 'land_label', 'mood_display']);
    expect(await described(clerk)).not.toContain('pay');
  });
});

describe.each(dialects)('fields of pickers beside a foreign key to a row in the trash on %s', (dialect) => {
  const moment = dialect === 'postgres' ? 'timestamptz' : 'datetime';
  const { root } = serviceForAll(() =>
    startService({
      dialect,
      setup: `CREATE TABLE office (id integer PRIMARY KEY, name varchar(20), phone varchar(20), deleted_at ${moment});
        CREATE TABLE note (id integer PRIMARY KEY, about integer REFERENCES office (id));
        INSERT INTO office VALUES (1, 'Here', '111', NULL), (2, 'Gone', '222', '2026-01-01 00:00:00'); INSERT INTO note VALUES (1, 1), (2, 2);`,
      models: [model('office', 'm.Office', { label: 'name', pickerFields: ['phone'], softDelete: 'deleted_at' }), model('note', 'm.Note')],
    }),
  );

  it('are not there, as the row is not', async () => {
    expect((await root.get('/r/m.Note/1/')).body).toMatchObject({ about_label: 'Here', about_fields: { phone: '111' } });
    expect((await root.get('/r/m.Office/2/')).status).toBe(404);
    expect((await root.get('/r/m.Note/2/')).body).toMatchObject({ about_label: 'Gone', about_fields: null });
  });
});

describe.each(dialects)('fields of pickers beside a foreign key on %s', (dialect) => {
  const more = `CREATE TABLE note (id integer PRIMARY KEY, about integer REFERENCES person (id)); INSERT INTO note VALUES (1, 1), (2, 2), (3, NULL);`;
  const config = {
    fields,
    pickerFields: ['pay', 'land', 'mood'],
    rows: ({ actor }: { actor: { isSuperuser: boolean } }) => (actor.isSuperuser ? all : where('id', '=', 1)),
  };
  const { service, root } = serviceForAll(() =>
    startService({
      dialect,
      setup: `${setup}${more}`,
      models: [...models.slice(0, 2), model('person', 'm.Person', config), model('note', 'm.Note')],
    }),
  );

  it('are in a row that is read alone, without relations, and not in its ETag', async () => {
    const { body, headers } = await root.get('/r/m.Note/1/');
    expect(body).toMatchObject({
      about: 1,
      about_label: 'Ann',
      about_fields: { pay: '9.50', mood: 'gay', mood_display: 'In good spirits' },
    });
    expect(body.about_fields).not.toHaveProperty('land');
    expect((await root.get('/r/m.Note/3/')).body.about_fields).toBeNull();
    expect((await root.get('/r/m.Note/')).body.results[0]).not.toHaveProperty('about_fields');
    expect((await root.patch('/r/m.Person/1/', { mood: null })).status).toBe(200);
    const after = await root.get('/r/m.Note/1/');
    expect(after.body.about_fields).toMatchObject({ mood: null });
    expect(after.headers.get('etag')).toBe(headers.get('etag'));
    const { properties, required } = (await root.get('/openapi.json')).body.components.schemas['m.Note'];
    expect(properties).toHaveProperty('about_fields');
    expect(required).not.toContain('about_fields');
  });

  it('are only those of rows and fields that the user may view', async () => {
    const reader = await service.user({ username: 'reads', permissions: ['m.note:view_note', 'm.person:view_person'] });
    expect((await reader.get('/r/m.Note/1/')).body.about_fields).not.toHaveProperty('pay');
    expect((await reader.get('/r/m.Note/2/')).body).toMatchObject({ about: 2, about_label: '2', about_fields: null });
    const stranger = await service.user({ username: 'strange', permissions: ['m.note:view_note'] });
    expect((await stranger.get('/r/m.Note/1/')).body).not.toHaveProperty('about_fields');
    expect((await stranger.get('/openapi.json')).body.components.schemas['m.Note'].properties).not.toHaveProperty('about_fields');
    expect((await root.get('/r/m.Note/2/')).body.about_fields).toEqual({ pay: null, mood: null, mood_display: null });
  });
});

describe.each(dialects)('other fields of pickers on %s', (dialect) => {
  const { service, root } = serviceForAll(() =>
    startService({ dialect, setup, models: [...models.slice(0, 2), people(['pay', 'office', 'email'])] }),
  );

  it('have labels that a function computes, and no helper that a column hides', async () => {
    const { body } = await root.get(path);
    expect(body.results[0].fields).toEqual({ pay: '9.50', office: 1, email: 'ann@example.com', office_label: 'At Main Street' });
    expect(body.results[1].fields).toEqual({ pay: null, office: null, email: null, office_label: null });
  });

  it('follow the rights of now', async () => {
    const clerk = await service.user({ username: 'clerk', permissions: ['m.person:view_person'] });
    expect((await clerk.get(path)).body.results[0].fields).toEqual({ office: 1, email: 'ann@example.com', office_label: '1' });
  });
});

describe.each(dialects)('a picker on %s', (dialect) => {
  const started = (pickerFields: readonly string[]) =>
    startService({ dialect, setup, models: [...models.slice(0, 2), people(pickerFields)] });

  it('has the label alone if the user may view none of the fields', async () => {
    const service = await started(['pay']);
    const clerk = await service.user({ username: 'clerk', permissions: ['m.person:view_person'] });
    expect((await clerk.get(path)).body.results[0]).toEqual({ value: 1, label: 'Ann' });
    expect((await clerk.get('/schema/m.Person/')).body).not.toHaveProperty('picker_fields');
    await service.close();
  });

  it.each([
    ['E010', ['nothing']],
    ['E014', ['secret']],
    ['E043', ['story']],
    ['E043', ['offices']],
    ['E043', ['photo', 'portrait']],
    ['E043', ['email', 'land', 'mood', 'pay', 'photo']],
  ])('is checked at the start: %s %j', async (id, pickerFields) => {
    await expect(started(pickerFields)).rejects.toThrow(id);
  });
});
