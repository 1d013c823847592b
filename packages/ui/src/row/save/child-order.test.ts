import type { ServedRecord } from '@grimoire/client/react-admin';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Attempts } from '../../form/attempt.ts';
import { fakeService } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import { saveErrors } from './save-errors.ts';
import { type ChildValues, plannedFor, type Save, saveRow } from './save-row.ts';
import { ApiError, type Problem } from '@grimoire/client';

const inline = { model: 'shop.Step', fk_field: 'plan', verbose_name: 'step', position_field: 'position' };
const plan = schemaOf('shop.Plan', [field('id', { editable: false })], { inlines: [inline] });
const typed = (type: 'IntegerField' | 'SmallIntegerField') =>
  schemaOf('shop.Step', [field('id', { editable: false }), field('plan'), field('name'), field('position', { type })]);
const step = typed('IntegerField');

/** Rows with the keys 1, 2, 3 … that have these order values. */
function stored(positions: readonly (number | null)[]): readonly ServedRecord[] {
  return positions.map((position, index) => ({ _label: 'x', id: index + 1, plan: 1, name: 'x', position }));
}

/** A save of lines, each with the key of its row, if it has one, and its order value. */
function saveOf(before: readonly (number | null)[], lines: readonly (readonly [number | null, number | null])[], schema = step): Save {
  const previous = { _label: 'plan', id: 1, _etag: '"p"' } as unknown as ServedRecord;
  const rows = lines.map(([pk, position]): ChildValues => ({ ...(pk === null ? {} : { _pk: pk, id: pk, plan: 1 }), name: 'x', position }));
  const all = stored(before);
  return {
    schema: plan,
    values: { _inlines: [{ rows }] },
    previous,
    children: [{ inline, schema, rows: all, total: all.length }],
    attempts: new Attempts(),
  };
}

/** What is sent, in short. */
function sentOf(save: Save): readonly string[] {
  return plannedFor(save).map(({ operation: { op, pk, data } }) =>
    op === 'delete' ? `delete ${String(pk)}` : `${op} ${op === 'create' ? '' : `${String(pk)} `}to ${String(data?.['position'])}`,
  );
}

/** Does what is sent to a table whose order values are unique, and gives these by key; new rows count on from 101. */
function simulated(save: Save): ReadonlyMap<number, number | null> {
  const table = new Map((save.children[0]?.rows ?? []).map((row) => [row.id as number, row['position'] as number | null]));
  for (const { operation } of plannedFor(save)) {
    const pk = operation.op === 'create' ? 101 + table.size : (operation.pk as number);
    if (operation.op === 'delete') table.delete(pk);
    else {
      const position = (operation.data?.['position'] ?? null) as number | null;
      const holder = [...table].find(([key, value]) => position !== null && value === position && key !== pk);
      if (holder) throw new Error(`${pk} can not have ${position}: ${holder[0]} has it.`);
      table.set(pk, position);
    }
  }
  return table;
}

describe('rows that change places', () => {
  it('are sent as they are where their places are free', () => {
    expect(
      sentOf(
        saveOf(
          [1, 2, 3],
          [
            [1, 4],
            [2, 2],
            [3, 3],
          ],
        ),
      ),
    ).toEqual(['update 1 to 4']);
    // The last makes way first.
    expect(
      sentOf(
        saveOf(
          [1, 2, 3],
          [
            [1, 2],
            [2, 3],
            [3, 4],
          ],
        ),
      ),
    ).toEqual(['update 3 to 4', 'update 2 to 3', 'update 1 to 2']);
  });

  it('exchange them by way of a spare one', () => {
    expect(
      sentOf(
        saveOf(
          [1, 2, 3],
          [
            [1, 2],
            [2, 1],
            [3, 3],
          ],
        ),
      ),
    ).toEqual(['update 1 to 4', 'update 2 to 1', 'update 1 to 2']);
  });

  it('go round in a circle with one row that is saved twice', () => {
    const sent = sentOf(
      saveOf(
        [1, 2, 3, 4],
        [
          [1, 2],
          [2, 3],
          [3, 4],
          [4, 1],
        ],
      ),
    );
    expect(sent).toHaveLength(5);
    expect(sent[0]).toBe('update 1 to 5');
    expect(sent[4]).toBe('update 1 to 2');
  });

  it('take the places of deleted rows, and come before new ones', () => {
    const sent = sentOf(
      saveOf(
        [1, 2, 3],
        [
          [2, 1],
          [3, 2],
          [null, 3],
        ],
      ),
    );
    expect(sent).toEqual(['delete 1', 'update 2 to 1', 'update 3 to 2', 'create to 3']);
  });

  it('have a spare place within what the column holds', () => {
    const save = saveOf(
      [1, 32_767],
      [
        [1, 32_767],
        [2, 1],
      ],
      typed('SmallIntegerField'),
    );
    expect(sentOf(save)[0]).toBe('update 1 to 2');
  });

  it('never have the same place, whatever is moved, removed and added', () => {
    const cases = fc.record({
      before: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 8 }),
      after: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 8, maxLength: 10 }),
      kept: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      added: fc.integer({ min: 0, max: 2 }),
      lacks: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(cases, ({ before, after, kept, added, lacks }) => {
        const keys = before.map((_, index) => index + 1).filter((_, index) => kept[index]);
        const lines = [...keys, ...Array.from({ length: added }, () => null)].slice(0, after.length);
        const wanted = lines.map((key, place): readonly [number | null, number | null] => [
          key,
          after[place] === lacks ? null : (after[place] as number),
        ]);
        const table = simulated(saveOf(before, wanted));
        for (const [key, position] of wanted) if (key !== null) expect(table.get(key)).toBe(position);
        expect(table.size).toBe(wanted.length);
        const moves = wanted.filter(([key, position]) => key !== null && before[key - 1] !== position).length;
        const updates = plannedFor(saveOf(before, wanted)).filter(({ operation }) => operation.op === 'update');
        expect(updates.length).toBeLessThanOrEqual(moves + Math.floor(moves / 2));
      }),
      { numRuns: 1000 },
    );
  });

  it('may share a place where no other row of them leaves it', () => {
    expect(
      sentOf(
        saveOf(
          [1, 2],
          [
            [1, 2],
            [2, 2],
          ],
        ),
      ),
    ).toEqual(['update 1 to 2']);
    expect(
      sentOf(
        saveOf(
          [1, 2, 5],
          [
            [1, 5],
            [2, 5],
            [3, 5],
          ],
        ),
      ),
    ).toEqual(['update 1 to 5', 'update 2 to 5']);
  });
});

describe('rows that exchange their places', () => {
  const swapped = saveOf(
    [1, 2],
    [
      [1, 2],
      [2, 1],
    ],
  );

  it('are held once against what was read, each', async () => {
    const read = (id: number) => ({ body: { id, plan: 1, name: 'x', position: id, _label: 'x' }, etag: `"${id}"` });
    const service = fakeService([plan, step], {
      'GET r/shop.Step/1/': () => read(1),
      'GET r/shop.Step/2/': () => read(2),
      'POST r/shop.Plan/bulk/': () => ({ body: { results: [{ op: 'update', pk: 1 }] } }),
    });
    await saveRow(service.client, swapped);
    expect(service.sent.filter(({ path }) => path.startsWith('r/shop.Step/'))).toHaveLength(2);
    const model = 'shop.Step';
    expect(service.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      operations: [
        { op: 'update', pk: 1, data: {}, if_match: '"p"' },
        { op: 'update', model, pk: 1, data: { position: 3 }, if_match: '"1"' },
        { op: 'update', model, pk: 2, data: { position: 1 }, if_match: '"2"' },
        { op: 'update', model, pk: 1, data: { position: 2 } },
      ],
    });
  });

  it('have the messages about any of their changes, each at its line', () => {
    const operations = { 1: { name: ['No.'] }, 2: { position: ['Taken.'] }, 3: { position: ['Wrong.'] } };
    const error = new ApiError({ kind: 'invalid', detail: 'x', fields: {}, operations } as unknown as Problem, 0);
    expect(saveErrors(error, swapped, new Set(['_inlines.0.rows.*.name']))).toEqual({
      '_inlines.0.rows.0.name': 'No.',
      root: { '_inlines.0.rows.1': 'Position: Taken.', '_inlines.0.rows.0': 'Position: Wrong.' },
    });
  });
});
