import { afterEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.ts';
import { dump } from '../support/journal-oracle.ts';
import { models, setup, tables, writes } from '../support/journal-shop.ts';
import { type Answer, type TestService, startService } from '../support/service.ts';

const setOf = (answer: Answer): number => Number(answer.headers.get('x-change-set'));

describe.each(dialects)('an undo on %s', (dialect) => {
  let service: TestService | undefined;
  afterEach(() => service?.close());

  it.each(writes)('takes back %s, and its own undo does it again', async (_, run) => {
    service = await startService({ dialect, setup, models });
    const root = await service.superuser();
    const start = await dump(service.database, tables);
    const set = setOf(await run(root));
    const after = await dump(service.database, tables);
    const undone = await root.post(`/changes/${set}/undo/`, {});
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(undone.body.change_set).toBe(setOf(undone));
    expect(await dump(service.database, tables)).toEqual(start);
    expect((await root.get(`/changes/${set}/`)).body).toMatchObject({ undone_by: undone.body.change_set, reversible: 'no' });
    expect((await root.post(`/changes/${set}/undo/`, {})).body.code).toBe('already_undone');
    const redone = await root.post(`/changes/${undone.body.change_set}/undo/`, {});
    expect(redone.status, JSON.stringify(redone.body)).toBe(200);
    expect(await dump(service.database, tables)).toEqual(after);
    expect((await root.get(`/changes/${set}/`)).body).toMatchObject({ undone_by: null, reversible: 'yes' });
    expect((await root.post(`/changes/${set}/undo/`, {})).status).toBe(200);
    expect(await dump(service.database, tables)).toEqual(start);
  });
});
