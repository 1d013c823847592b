import { expect, it } from 'vitest';
import { StatementQueue } from './statement-queue.ts';
import type { Ran, RawStatement } from './statement.ts';

const failure = new Error('refused');

/** A queue over a database that answers each statement with its text, and refuses those that begin with "bad". */
function opened(): { readonly queue: StatementQueue; readonly sent: string[][] } {
  const sent: string[][] = [];
  const queue = new StatementQueue(async (statements) => {
    sent.push(statements.map(({ sql }) => sql));
    const bad = statements.findIndex(({ sql }) => sql.startsWith('bad'));
    const results = (bad < 0 ? statements : statements.slice(0, bad)).map(({ sql }): Ran => ({ rows: [[sql]], changes: 0 }));
    return bad < 0 ? { results } : { results, error: failure };
  });
  return { queue, sent };
}

const statement = (sql: string): RawStatement => ({ sql, parameters: [] });

it('sends together what is given before the first result is awaited', async () => {
  const { queue, sent } = opened();
  const results = await Promise.all(['a', 'b', 'c'].map((sql) => queue.run(statement(sql))));
  expect(results.map(({ rows }) => rows[0]?.[0])).toEqual(['a', 'b', 'c']);
  await queue.run(statement('d'));
  expect(sent).toEqual([['a', 'b', 'c'], ['d']]);
});

it('sends a statement for later with the next one, in order', async () => {
  const { queue, sent } = opened();
  queue.runLater(statement('a'));
  expect(sent).toEqual([]);
  expect((await queue.run(statement('b'))).rows).toEqual([['b']]);
  queue.runLater(statement('c'));
  await queue.flush();
  expect(sent).toEqual([['a', 'b'], ['c']]);
});

it('rejects the statement that failed and those after it, also if one for later has failed', async () => {
  const { queue } = opened();
  const settled = await Promise.allSettled(['a', 'bad', 'c'].map((sql) => queue.run(statement(sql))));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  queue.runLater(statement('bad'));
  await expect(queue.run(statement('d'))).rejects.toBe(failure);
  queue.runLater(statement('bad'));
  await expect(queue.flush()).rejects.toBe(failure);
});

it('sends the last statement at once', async () => {
  const { queue, sent } = opened();
  queue.runLater(statement('a'));
  const last = queue.runNow(statement('b'));
  expect(sent).toEqual([['a', 'b']]);
  await last;
  expect(queue.isEmpty).toBe(true);
});

it('drops what waits', async () => {
  const { queue, sent } = opened();
  const dropped = queue.run(statement('a'));
  queue.clear(() => failure);
  await expect(dropped).rejects.toBe(failure);
  await queue.flush();
  expect(sent).toEqual([]);
});
