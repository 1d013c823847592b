import { type AdminSettings, ConfigurationError, defineAdmin, model, type ModelRegistration, where } from 'grimoire';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../support/databases.ts';

describe.each(dialects)('what is checked at start of links of staff on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.execute(`
      CREATE TABLE person (id uuid PRIMARY KEY, code varchar(20) NOT NULL UNIQUE, team integer NOT NULL, mark uuid, UNIQUE (team, id), UNIQUE (team, mark));
      CREATE TABLE place (id integer PRIMARY KEY);
      CREATE VIEW viewed AS SELECT id, code FROM person;
      CREATE TABLE pair (a integer, b integer, PRIMARY KEY (a, b));
      CREATE TABLE piece (id ${dialect === 'postgres' ? 'bytea' : 'blob'} NOT NULL PRIMARY KEY);
      CREATE TABLE note (id integer PRIMARY KEY, team integer, plain uuid, by_key uuid REFERENCES person (id), by_code varchar(20) REFERENCES person (code),
        by_place integer REFERENCES place (id), by_team uuid, by_mark uuid,
        FOREIGN KEY (team, by_team) REFERENCES person (team, id), FOREIGN KEY (team, by_mark) REFERENCES person (team, mark));`);
  });
  afterAll(() => database.close());

  const tables = [
    model('person', 't.Person'),
    model('place', 't.Place'),
    model('pair', 't.Pair'),
    model('piece', 't.Piece', { fields: { id: {} } }),
    model('viewed', 't.Viewed', { primaryKey: ['id'] }),
  ];
  const startOf = async (settings: AdminSettings, note: ModelRegistration['config'] = {}): Promise<readonly string[]> => {
    const models = [...tables, model('note', 't.Note', note)];
    const admin = defineAdmin({ database: database.source(), models, settings: { logger: pino({ level: 'silent' }), ...settings } });
    try {
      return (await admin.operations.notes()).filter((line) => line.includes('t.Note'));
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return error.problems.map(({ id, place, message, cure }) => `${id} ${place}: ${message} ${cure}`);
    } finally {
      await admin.close();
    }
  };

  it.each<[unknown, RegExp]>([
    ['t.Person', /E061 settings staffLink: .*object/],
    [{}, /E061 settings staffLink/],
    [{ model: 't.Person', by: 'email' }, /E061 settings staffLink: .*"by"/],
    [{ model: 't.Persn' }, /E063 settings staffLink: There is no such model\. "t\.Persn" is none\. Did you mean "t\.Person"\?/],
    [{ model: 'auth.User' }, /E063 settings staffLink: .*"auth\.User" is none/],
    [
      { model: 't.Pair' },
      /E065 settings staffLink: .*t\.Pair has no key of a single field\. Name a model whose key is one number, UUID or text\./,
    ],
    [{ model: 't.Viewed' }, /E065 settings staffLink: .*t\.Viewed is a view: a row that leaves it would end the link\./],
    [{ model: 't.Piece' }, /E065 settings staffLink: .*The key of t\.Piece is a BinaryField\./],
  ])('the model: %j', async (staffLink, expected) => {
    expect(await startOf({ staffLink: staffLink as NonNullable<AdminSettings['staffLink']> })).toEqual([expect.stringMatching(expected)]);
  });

  it('that the users are the service’s own', async () => {
    const problems = await startOf({ staffLink: { model: 't.Person' }, staffDirectory: { authenticate: () => null } });
    expect(problems).toEqual([expect.stringMatching(/E061 settings staffLink: .*`staffDirectory` replaces these\. Give the key/)]);
  });

  it('the columns that are filled with a link', async () => {
    const filled = (name: string): ModelRegistration['config'] => ({ fields: { [name]: { fill: 'createdBy' } } });
    const toPerson = { staffLink: { model: 'T.person' } };
    for (const name of ['plain', 'by_key', 'by_code', 'by_team']) expect([name, await startOf(toPerson, filled(name))]).toEqual([name, []]);
    expect(await startOf(toPerson, filled('by_place'))).toEqual([
      expect.stringMatching(/E034 t\.Note fields\.by_place: .*points to place/),
    ]);
    expect(await startOf(toPerson, filled('by_mark'))).toEqual([expect.stringMatching(/E034 t\.Note fields\.by_mark/)]);
    // A UUID can not be the key of a place, nor of one of the service's own users.
    for (const settings of [{ staffLink: { model: 't.Place' } }, {}])
      for (const name of ['plain', 'by_key'])
        expect([name, await startOf(settings, filled(name))]).toEqual([
          name,
          [expect.stringMatching(/E034 t\.Note fields\.\w+: .*A UUIDField can not be "createdBy"\. Set `staffLink`/)],
        ]);
    expect(await startOf({}, filled('by_place'))).toEqual([expect.stringMatching(/E034 .*Set `staffLink` to the model of that table/)]);
    expect(await startOf({ staffLink: { model: 't.Place' } }, filled('by_place'))).toEqual([]);
  });

  it('that rules ask for links only where there are any', async () => {
    const rows: NonNullable<ModelRegistration['config']['rows']> = ({ actor }) => where('by_key', '=', actor.link);
    expect(await startOf({ staffLink: { model: 't.Person' } }, { rows })).toEqual([]);
    expect(await startOf({}, { rows })).toEqual([expect.stringContaining('reads `actor.link`, which no user has')]);
  });
});
