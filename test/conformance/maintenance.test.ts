import { action, exportCsv, model } from 'grimoire';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { DescribedAnswers } from '../support/openapi.ts';
import { type Answer, password, startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

const setup = `CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100), gone timestamp);
  INSERT INTO thing VALUES (1, 'a', NULL), (2, 'b', '2026-01-01 00:00:00');`;

describe.each(dialects)('a service that is read-only for a time, on %s', (dialect) => {
  let isOn = true;
  const start = async () => {
    isOn = false;
    const started = await serviceOfTest(
      startService({
        dialect,
        setup,
        models: [model('thing', 't.Thing', { softDelete: 'gone', actions: { mark: action({ run: () => ({ message: 'Marked.' }) }) } })],
        adminActions: [exportCsv('t.Thing')],
        settings: { readOnly: () => isOn },
      }),
    );
    isOn = true;
    return started;
  };

  it('refuses whatever would change a row, changes nothing, and says when to try again', async () => {
    const { service, root } = await start();
    const answers = new DescribedAnswers((await root.get('/openapi.json')).body);
    const refused: readonly (readonly [path: string, method: 'post' | 'patch' | 'delete', key: string, body: object | undefined])[] = [
      ['/r/t.Thing/', 'post', '', { name: 'c' }],
      ['/r/t.Thing/{pk}/', 'patch', '1', { name: 'c' }],
      ['/r/t.Thing/{pk}/', 'delete', '1', undefined],
      ['/r/t.Thing/bulk/', 'post', '', { action: 'delete', ids: [1] }],
      ['/r/t.Thing/{pk}/restore/', 'post', '2', undefined],
      ['/r/t.Thing/{pk}/purge/', 'post', '2', undefined],
      ['/r/t.Thing/action/mark/', 'post', '', { ids: [1] }],
      ['/r/auth.Group/', 'post', '', { name: 'g' }],
      ['/auth/password/', 'post', '', { old_password: password, new_password: 'another good one' }],
    ];
    for (const [path, method, key, body] of refused) {
      const answer = await root.request(method.toUpperCase(), path.replace('{pk}', key), { body });
      expect([path, answer.status, answer.body?.code, answer.headers.get('retry-after')]).toEqual([path, 503, 'maintenance', '60']);
      expect(answers.problemsWith(path, method, answer)).toEqual([]);
    }
    expect(await service.database.query("SELECT id FROM thing WHERE name IN ('a', 'b')")).toHaveLength(2);
    isOn = false;
    expect((await root.patch('/r/t.Thing/1/', { name: 'c' })).status).toBe(200);
  });

  it('still answers what reads: rows, files, sign-ins; and says that it is read-only', async () => {
    const { service, root } = await start();
    const statuses = async (requests: readonly Promise<Answer>[]): Promise<number[]> =>
      (await Promise.all(requests)).map(({ status }) => status);
    const reads = ['/r/t.Thing/', '/r/t.Thing/1/', '/r/t.Thing/1/related/', '/schema/', '/auth/me/'].map((path) => root.get(path));
    expect(await statuses(reads)).toEqual([200, 200, 200, 200, 200]);
    const file = await root.post('/r/t.Thing/action/export_thing/', { ids: [1] });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect((await service.anonymous.post('/auth/login/', { username: 'root', password })).status).toBe(200);
    expect((await service.anonymous.get('/config/')).body.maintenance).toBe(true);
    isOn = false;
    expect((await service.anonymous.get('/config/')).body).not.toHaveProperty('maintenance');
  });

  it('tells of a missing right, or of a row that is not there, as ever', async () => {
    const { service } = await start();
    isOn = false;
    const viewer = await service.user({ username: 'viewer', permissions: ['t.thing:view_thing'] });
    isOn = true;
    expect((await viewer.post('/r/t.Thing/', { name: 'x' })).status).toBe(403);
    expect((await viewer.post('/r/auth.Group/', { name: 'x' })).status).toBe(404);
  });
});
