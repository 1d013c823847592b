import { describe, expect, it } from 'vitest';
import { hasPostgres } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

/** What a trigger does with a row, by the note of the row. */
const statements: Readonly<Record<string, string>> = {
  raise: `RAISE 'raised: %', NEW.note`,
  raise_check: `RAISE USING MESSAGE = 'raised with a code', ERRCODE = 'check_violation'`,
  assert: 'ASSERT false',
  assert_text: `ASSERT false, 'asserted'`,
  no_row: 'SELECT id INTO STRICT other FROM job WHERE id = -1',
  rows: 'SELECT i INTO STRICT other FROM generate_series(1, 2) AS i',
  no_case: 'CASE NEW.id WHEN -1 THEN other := 1; END CASE',
  subquery: 'other := (SELECT i FROM generate_series(1, 2) AS i)',
  no_return: 'PERFORM returns_nothing()',
  recursion: 'PERFORM recurses()',
  zero: 'other := 1 / (NEW.id - NEW.id)',
  text: `other := 'x'::integer`,
  range: 'other := 2147483647 + NEW.id',
  changed: 'UPDATE job SET note = NEW.note WHERE id = NEW.id',
  in_use: 'ALTER TABLE job ADD COLUMN more integer',
};

const setup = `CREATE TABLE job (id integer PRIMARY KEY, note varchar(20), n integer);
  CREATE FUNCTION returns_nothing() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN END $$;
  CREATE FUNCTION recurses() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN recurses(); END $$;
  INSERT INTO job VALUES (1, 'fine', 0);
  CREATE FUNCTION check_job() RETURNS trigger LANGUAGE plpgsql AS $body$ DECLARE other integer; BEGIN
    ${Object.entries(statements)
      .map(([note, statement]) => `IF NEW.note = '${note}' THEN ${statement}; END IF;`)
      .join('\n')}
    RETURN NEW; END $body$;
  CREATE TRIGGER check_job BEFORE INSERT OR UPDATE ON job FOR EACH ROW EXECUTE FUNCTION check_job();`;

describe.runIf(hasPostgres)('an error in a trigger of PostgreSQL', () => {
  it('that the values of a row cause is no error of the service', async () => {
    const { root, rows } = await serviceOfTest(startService({ dialect: 'postgres', setup }));
    for (const note of Object.keys(statements)) {
      const wanted = note === 'in_use' ? 409 : 400;
      const changed = await root.patch('/r/main.Job/1/', { note, n: 1 });
      expect([note, changed.status]).toEqual([note, wanted]);
      if (note === 'changed') continue;
      const created = await root.post('/r/main.Job/', { id: 2, note, n: 1 });
      expect([note, created.status]).toEqual([note, wanted]);
    }
    const said = async (note: string): Promise<unknown> => (await root.patch('/r/main.Job/1/', { note })).body.detail;
    expect(await Promise.all(['raise', 'raise_check', 'assert_text'].map(said))).toEqual([
      expect.stringContaining('raised: raise'),
      expect.stringContaining('raised with a code'),
      expect.stringContaining('asserted'),
    ]);
    expect(await rows('job')).toEqual([{ id: 1, note: 'fine', n: 0 }]);
  });
});
