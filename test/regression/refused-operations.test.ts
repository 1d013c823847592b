import { model, none } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { DescribedAnswers, type Json } from '../support/openapi.ts';
import { startService } from '../support/service.ts';
import { serviceOfTest } from '../support/started-service.ts';

describe.each(dialects)('bulk calls on %s', (dialect) => {
  it('are not logged as failures if an operation is refused', async () => {
    const lines: string[] = [];
    const { service } = await serviceOfTest(
      startService({
        dialect,
        setup: `CREATE TABLE parent (id integer PRIMARY KEY);
          CREATE TABLE child (id integer PRIMARY KEY, parent_id integer REFERENCES parent (id) ON DELETE CASCADE);
          INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1, 1);`,
        models: [model('parent', 't.Parent'), model('child', 't.Child', { rows: () => none })],
        settings: { logger: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }) },
      }),
    );
    const rights = ['t.parent:delete_parent', 't.child:delete_child', 't.child:view_child'];
    const user = await service.user({ username: 'clerk', permissions: rights });
    expect((await user.delete('/r/t.Parent/1/')).status).toBe(403);
    const refused = await user.post('/r/t.Parent/bulk/', { operations: [{ op: 'delete', pk: 1 }] });
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied']);
    expect(lines).toEqual([]);
  });

  it('describe what a restore and a purge take and answer', async () => {
    const { root } = await serviceOfTest(
      startService({
        dialect,
        setup: `CREATE TABLE thing (id integer PRIMARY KEY, gone timestamp);
          INSERT INTO thing VALUES (1, '2026-01-01 00:00:00'), (2, '2026-01-01 00:00:00');`,
        models: [model('thing', 't.Thing', { softDelete: 'gone' })],
      }),
    );
    const answers = new DescribedAnswers((await root.get('/openapi.json')).body);
    const forms: readonly Json[] = answers.document.components.schemas['t.Thing.Bulk'].anyOf;
    const actions = forms.flatMap(({ properties }) => properties.action?.enum ?? []);
    // An update names rows or filters, and values or changes.
    expect(actions).toEqual(['delete', 'update', 'update', 'update', 'update', 'restore', 'purge']);
    const restored = await root.post('/r/t.Thing/bulk/', { action: 'restore', ids: [1] });
    const purged = await root.post('/r/t.Thing/bulk/', { action: 'purge', ids: [2] });
    expect([restored.body, purged.body]).toEqual([{ restored: 1 }, { purged: 1 }]);
    for (const answer of [restored, purged]) expect(answers.problemsWith('/r/t.Thing/bulk/', 'post', answer)).toEqual([]);
  });
});
