import { action, all, type ConfigurationError, defineAdmin, file, model, postgres, sqlite, where, widget } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { type Client, startService } from '../support/service.ts';
import { serviceForAll } from '../support/started-service.ts';

const tables = `
  CREATE TABLE depot (id integer PRIMARY KEY, name varchar(40) NOT NULL, region varchar(10) NOT NULL);
  CREATE TABLE carrier (code varchar(10) PRIMARY KEY, name varchar(40) NOT NULL);
  CREATE TABLE stop (parcel_id integer NOT NULL, number integer NOT NULL, PRIMARY KEY (parcel_id, number));
  CREATE TABLE parcel (id integer PRIMARY KEY, code varchar(40) NOT NULL);
  INSERT INTO depot VALUES (1, 'Bergen', 'north'), (2, 'Rome', 'south');
  INSERT INTO carrier VALUES ('APE', 'Ape Ltd'), ('BEE', 'Bee Ltd');
  INSERT INTO parcel VALUES (1, 'P1'), (2, 'P2');`;

/** What handlers were given. */
const given: unknown[] = [];
const params = {
  depot: { type: 'ForeignKey', to: 'post.Depot', required: true },
  via: { type: 'ForeignKey', to: 'post.Carrier' },
} as const;

const models = [
  model('depot', 'post.Depot', {
    searchFields: ['name'],
    rows: ({ actor }) => (actor.groups.includes('north') ? where('region', '=', 'north') : all),
  }),
  model('carrier', 'post.Carrier'),
  model('stop', 'post.Stop'),
  model('parcel', 'post.Parcel', {
    actions: {
      move: action({ params, run: ({ input }) => void given.push(input) }),
      list: action({
        params,
        returns: 'file',
        run: ({ input }) => (given.push(input), file({ name: 'list.txt', type: 'text/plain', body: 'text' })),
      }),
    },
  }),
];

describe.each(dialects)('a foreign key as a parameter on %s', (dialect) => {
  const { service, root } = serviceForAll(() => {
    const load = widget({ params }, ({ params: input }) => ({ input }));
    return startService({ dialect, setup: tables, models, widgets: { load } });
  });

  const run = (name: string, input: unknown, client: Client = root): ReturnType<Client['post']> => {
    given.length = 0;
    return client.post(`/r/post.Parcel/action/${name}/`, { ids: [1], params: input });
  };

  it('is described with the model that it points to', async () => {
    const { actions } = (await root.get('/schema/post.Parcel/')).body;
    expect(actions[0].params).toMatchObject([
      { name: 'depot', type: 'ForeignKey', required: true, related_model: 'post.Depot', related_search_fields: ['name'] },
      { name: 'via', type: 'ForeignKey', required: false, null: true, related_model: 'post.Carrier' },
    ]);
    expect((await root.get('/openapi.json')).status).toBe(200);
    expect((await service.anonymous.get('/openapi.json')).status).toBe(401);
  });

  it('takes a key as a number or a text, and hands it on as rows have it', async () => {
    for (const name of ['move', 'list']) {
      for (const depot of [2, '2']) {
        expect([name, depot, (await run(name, { depot, via: 'BEE' })).status]).toEqual([name, depot, 200]);
        expect(given).toEqual([{ depot: 2, via: 'BEE' }]);
      }
      await run(name, { depot: 1, via: '' });
      expect(given).toEqual([{ depot: 1, via: null }]);
    }
    expect((await root.get('/widgets/load/?depot=2&via=APE')).body).toEqual({ input: { depot: 2, via: 'APE' } });
  });

  it('is refused, before anything is run, where it is no key or no row has it', async () => {
    const missing = (key: unknown): string[] => [`Invalid pk "${String(key)}" - object does not exist.`];
    const cases: [unknown, unknown][] = [
      [
        { depot: 9, via: 'CAT' },
        { depot: missing(9), via: missing('CAT') },
      ],
      [{ depot: 'x' }, { depot: ['A valid integer is required.'] }],
      [{ depot: [1] }, { depot: ['Must be a text or a number.'] }],
      [{ depot: { id: 1 } }, { depot: ['Must be a text or a number.'] }],
      [{ via: 'BEE' }, { depot: ['This field is required.'] }],
    ];
    for (const name of ['move', 'list']) {
      for (const [input, problems] of cases) {
        const answer = await run(name, input);
        expect([name, input, answer.status, answer.body, given]).toEqual([name, input, 400, expect.objectContaining(problems), []]);
      }
    }
    const answer = await root.get('/widgets/load/?depot=9');
    expect([answer.status, answer.body.depot]).toEqual([400, missing(9)]);
  });

  it('points only to rows that the user may view', async () => {
    const rights = ['post.parcel:change_parcel', 'post.depot:view_depot'];
    const north = await service.user({ username: 'north', groups: ['north'], permissions: rights });
    const blind = await service.user({ username: 'blind', permissions: ['post.parcel:change_parcel'] });
    for (const name of ['move', 'list']) {
      expect((await run(name, { depot: 1 }, north)).status).toBe(200);
      const outside = await run(name, { depot: 2 }, north);
      const nowhere = await run(name, { depot: 9 }, north);
      expect([outside.status, outside.text.replaceAll('"2', '"9').replaceAll('\\"2', '\\"9'), given]).toEqual([400, nowhere.text, []]);
      const refused = await run(name, { depot: 1 }, blind);
      expect([refused.status, refused.body.depot, given]).toEqual([400, ['You do not have permission to view depots.'], []]);
      expect((await run(name, { depot: 9 }, blind)).text).toBe(refused.text);
      expect((await run(name, { depot: 1, via: 'BEE' }, north)).body.via).toEqual(['You do not have permission to view carriers.']);
    }
    expect((await north.get('/widgets/load/?depot=2')).status).toBe(400);
    expect((await blind.get('/widgets/load/?depot=1')).status).toBe(400);
  });

  it('names its model, or nothing starts', async () => {
    const bad = {
      wrong: { type: 'ForeignKey', to: 'post.Depot', default: 'Bergen' },
      none: { type: 'ForeignKey' },
      typo: { type: 'ForeignKey', to: 'post.Depto' },
      composite: { type: 'ForeignKey', to: 'post.Stop' },
      stray: { type: 'CharField', to: 'post.Depot' },
      many: { type: 'ManyToManyField', to: 'post.Depot' },
      bytes: { type: 'BinaryField' },
    } as unknown as typeof params;
    const { address } = service.database;
    const admin = defineAdmin({
      database: dialect === 'sqlite' ? sqlite(address.replace('sqlite:', '')) : postgres({ connectionString: address, max: 2 }),
      models: [...models.slice(0, 3), model('parcel', 'post.Parcel', { actions: { move: action({ params: bad, run: () => {} }) } })],
      widgets: { load: widget({ params: { typo: { type: 'ForeignKey', to: 'post.Deppot' } } }, () => ({})) },
      settings: { logger: pino({ level: 'silent' }) },
    });
    const error = await admin.ready().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await admin.close();
    const { problems } = error as ConfigurationError;
    expect(problems.map(({ id, place }) => `${id} ${place}`)).toEqual([
      'grimoire.E061 post.Parcel actions.move params.wrong default',
      'grimoire.E058 post.Parcel actions.move params.none',
      'grimoire.E058 post.Parcel actions.move params.typo',
      'grimoire.E058 post.Parcel actions.move params.composite',
      'grimoire.E058 post.Parcel actions.move params.stray',
      'grimoire.E057 post.Parcel actions.move params.many',
      'grimoire.E057 post.Parcel actions.move params.bytes',
      'grimoire.E058 widgets.load params.typo',
    ]);
    expect(problems[2]?.cure).toBe('Did you mean "post.Depot"?');
  });
});
