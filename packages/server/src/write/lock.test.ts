import { describe, expect, it } from 'vitest';
import type { AuthorizedPlan } from '../authorize/authorize.ts';
import { Policy } from '../authorize/policy.ts';
import { modelOf, policyOf, refusalOfAsync, root, shopOf } from '../test-models/models.ts';
import { said } from '../test-models/said.ts';
import { where } from '../model/config/row-rule.ts';
import type { Model } from '../model/model.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { RowsForWritePlan } from '../plan/write.ts';
import type { Writes } from '../store/writes.ts';
import { UnitOfWork } from './unit-of-work.ts';
import { lockRows } from './lock.ts';

const registry = shopOf({ configs: { 'shop.Tag': { rows: () => where('name', '!=', 'x') } } });
const tag = modelOf(registry, 'shop.Tag');
/** Its links are in another table. */
const order = modelOf(registry, 'shop.Order');
const rows: readonly StoredRow[] = [{ id: 1 }, { id: 2 }];

interface Run {
  readonly modes: string[];
  readonly rows: readonly StoredRow[] | undefined;
  readonly refused: string | undefined;
}

interface Given {
  readonly model?: Model;
  readonly policy?: Policy;
  readonly right?: 'change' | 'delete';
}

/** Locks two rows of a database that answers with these numbers of rows, one after the other. */
async function lock(
  answers: readonly number[],
  { model = tag, policy = new Policy(root, registry), right = 'change' }: Given = {},
): Promise<Run> {
  const modes: string[] = [];
  const rowsForWrite = ({ plan, where: condition }: AuthorizedPlan<RowsForWritePlan>): Promise<StoredRow[]> => {
    const read = rows.slice(0, answers[modes.length]);
    modes.push(`${plan.mode} to ${plan.right}: ${said(condition)}`);
    return Promise.resolve(read.map((row) => (plan.mode === 'read' ? { ...row, isRead: true } : row)));
  };
  const unit = new UnitOfWork(policy, { rowsForWrite } as unknown as Writes, { requestId: 'r', ip: null }, { uniqueTaken: () => {} });
  let locked: readonly StoredRow[] | undefined;
  const refusal = await refusalOfAsync(async () => {
    locked = await lockRows(unit, model, [[1n], [2n]], right);
  });
  return { modes: modes.map((mode) => mode.replace(/: .*/, '')), rows: locked, refused: refusal?.detail };
}
const read = (count: number): StoredRow[] => rows.slice(0, count).map((row) => ({ ...row, isRead: true }));

describe('lockRows', () => {
  it('locks and reads rows by one statement where all values are in their own table', async () => {
    expect(await lock([2])).toEqual({ modes: ['lock and read to change'], rows, refused: undefined });
    expect(await lock([2], { right: 'delete' })).toEqual({ modes: ['lock and read to delete'], rows, refused: undefined });
  });

  it('reads links after the rows are locked: a statement that waited for a lock sees other tables as they were before', async () => {
    expect(await lock([2, 2], { model: order })).toEqual({
      modes: ['lock to change', 'read to change'],
      rows: read(2),
      refused: undefined,
    });
    const referenced = {
      ...tag,
      fields: tag.fields.map((field) => ({ ...field, relation: { model: 'x', column: 'code', onDelete: 'cascade' as const } })),
    };
    expect((await lock([2, 2], { model: referenced })).modes).toEqual(['lock to change', 'read to change']);
    const payment = modelOf(registry, 'shop.Payment');
    expect((await lock([2], { model: payment })).modes).toEqual(['lock and read to change']);
  });

  it('looks again for rows that it did not find', async () => {
    expect(await lock([1, 1])).toEqual({
      modes: ['lock and read to change', 'read to change'],
      rows: rows.slice(0, 1),
      refused: undefined,
    });
    expect((await lock([0, 0])).rows).toEqual([]);
  });

  it('locks a row that has come into scope meanwhile', async () => {
    expect(await lock([1, 2, 2])).toEqual({
      modes: ['lock and read to change', 'read to change', 'lock and read to change'],
      rows: read(2),
      refused: undefined,
    });
  });

  it('refuses a row that is there, but that the database protects from changes', async () => {
    const refused = 'The database refuses this to the service: no policy of "tags" lets its role change the row.';
    expect(await lock([1, 2, 1])).toMatchObject({ rows: undefined, refused });
    expect(await lock([0, 1, 1])).toMatchObject({ rows: read(1), refused: undefined });
  });

  it('needs the right', async () => {
    expect(await lock([2], { policy: policyOf(registry, 'tag:view_tag') })).toMatchObject({
      modes: [],
      refused: expect.stringContaining('permission'),
    });
  });
});
