import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

describe.each(dialects)('the consequences of a delete on %s', (dialect) => {
  const setup = `CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100)); INSERT INTO thing VALUES (1, 'a'), (2, 'b');
    CREATE VIEW shown AS SELECT id, name FROM thing`;

  it('are none for rows of a view, of a table alone, and of the own tables; without the row there is a 404', async () => {
    const models = [model('thing', 't.Thing'), model('shown', 't.Shown', { primaryKey: ['id'] })];
    const { root } = await serviceOfTest(startService({ dialect, setup, models }));
    const none = { related: [], blocked_by: [], unlinked: [] };
    await root.patch('/r/t.Thing/1/', { name: 'changed' });
    const [{ id: entry }] = (await root.get('/r/admin.AdminAuditLog/')).body.results;
    for (const path of ['t.Thing/2', 't.Shown/2', `admin.AdminAuditLog/${entry}`]) {
      const { status, body } = await root.get(`/r/${path}/related/`);
      expect([path, status, body]).toEqual([path, 200, none]);
    }
    for (const path of ['t.Thing/77', 't.Shown/77', 't.Thing/x', 't.Thing/99999999999999999999', 'admin.AdminAuditLog/987654'])
      expect([path, (await root.get(`/r/${path}/related/`)).status]).toEqual([path, 404]);
  });
});
