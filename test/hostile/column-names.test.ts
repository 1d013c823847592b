import { model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { startService } from '../support/service.ts';

/** Statements are kept and used again for plans that are alike: no name of a column makes two plans alike that are not. */
describe.each(dialects)('columns of any name on %s', (dialect) => {
  it('are shown to nobody who may not view them, whoever has asked before', async () => {
    const view = (codename: string): object => ({ view: `t.${codename}` });
    const service = await startService({
      dialect,
      setup: `CREATE TABLE visit (id integer PRIMARY KEY, person text, "a,b" text, a text, b text, "-a" text);
        INSERT INTO visit VALUES (1, 'p', 'both', 'secret a', 'secret b', 'minus')`,
      models: [
        model('visit', 't.Visit', {
          label: 'person',
          fields: { a: view('change_visit'), b: view('change_visit'), 'a,b': view('delete_visit') },
        }),
      ],
    });
    const first = await service.user({ username: 'first', permissions: ['t.visit:view_visit', 't.visit:change_visit'] });
    const second = await service.user({ username: 'second', permissions: ['t.visit:view_visit', 't.visit:delete_visit'] });
    for (const path of ['/r/t.Visit/1/', '/r/t.Visit/?ordering=-a', '/r/t.Visit/?ordering=a']) {
      const row = async (client: typeof first): Promise<object> => {
        const { body } = await client.get(path);
        return body.results?.[0] ?? body;
      };
      expect(await row(first)).toMatchObject({ a: 'secret a', b: 'secret b' });
      expect(await row(first)).not.toHaveProperty('a,b');
      expect(Object.keys(await row(second))).not.toContain('a');
      expect(Object.keys(await row(second))).not.toContain('b');
    }
    expect((await second.get('/r/t.Visit/1/')).body['a,b']).toBe('both');
    await service.close();
  });
});
