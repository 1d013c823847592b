import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqliteCommand, SqliteReply, SqliteRun } from './connection.ts';
import { JoinedReads } from './joined-reads.ts';
import { LocalRunner } from './runner.ts';

const count: SqliteRun = { do: 'run', sql: 'SELECT count(*) FROM item', parameters: [] };
const overflow: SqliteRun = { do: 'run', sql: 'SELECT abs(-9223372036854775808)', parameters: [] };

function numberOf({ rows }: SqliteReply): number {
  return Number((rows as readonly (readonly bigint[])[])[0]?.[0]);
}

/** A runner that notes what it runs, and calls back after each command. */
class NotedRunner extends LocalRunner {
  readonly run: string[] = [];
  after: () => void = () => {};

  override performNow(command: SqliteCommand): SqliteReply {
    if (command.do === 'run') this.run.push([command.sql, ...command.parameters].join(' '));
    try {
      return super.performNow(command);
    } finally {
      this.after();
    }
  }
}

describe('reads in the same step', () => {
  let folder: string;
  let runner: NotedRunner;
  let joined: JoinedReads;
  let other: DatabaseSync;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'grimoire-joined-'));
    const file = join(folder, 'a.sqlite');
    runner = new NotedRunner(file, 1000);
    joined = new JoinedReads(runner);
    other = new DatabaseSync(file);
    other.exec('CREATE TABLE item (id integer PRIMARY KEY)');
  });
  afterEach(() => {
    runner.close();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const insert = (): void => other.exec('INSERT INTO item DEFAULT VALUES');
  const read = (command: SqliteRun): Promise<SqliteReply> => joined.run(() => runner.performNow(command));
  const state = (user: unknown, sql = 'SELECT ?'): Promise<SqliteReply> => joined.shared({ do: 'run', sql, parameters: [user] });

  it('see one state of the file, which is not older than the last of them', async () => {
    const first = read(count);
    insert();
    const second = read(count);
    // Something is committed after each statement; BEGIN itself does not read.
    runner.after = insert;
    expect((await Promise.all([first, second, joined.shared(count)])).map(numberOf)).toEqual([2, 2, 2]);
    expect(runner.run).toEqual(['BEGIN', count.sql, count.sql, count.sql, 'COMMIT']);
    runner.after = () => {};
    expect(numberOf(await read(count))).toBe(6);
  });

  it('are run without other code in between, and leave no transaction open', async () => {
    const notes: string[] = [];
    const note = (name: string) => (): number => notes.push(`${name} ${runner.isInTransaction}`);
    const reads = [joined.run(note('first')), joined.run(note('second'))];
    const others = [...reads, Promise.resolve()].map((one) => one.then(note('other')));
    await Promise.all(others);
    expect(notes).toEqual(['first true', 'second true', 'other false', 'other false', 'other false']);
  });

  it('are run once where they are shared, for each statement and each value', async () => {
    await Promise.all([state('one'), state('other'), state('one'), state('one', 'SELECT 2, ?'), state(1n), state('1'), state('other')]);
    expect(runner.run).toEqual(['BEGIN', 'SELECT ? one', 'SELECT ? other', 'SELECT 2, ? one', 'SELECT ? 1', 'SELECT ? 1', 'COMMIT']);
  });

  it('are run again for who asks after they were run', async () => {
    const first = joined.shared(count);
    const second = first.then(() => {
      insert();
      return joined.shared(count);
    });
    expect([numberOf(await first), numberOf(await second)]).toEqual([0, 1]);
  });

  it('fail by themselves', async () => {
    const all = await Promise.allSettled([read(count), read(overflow), joined.shared(overflow), joined.shared(overflow), read(count)]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(runner.run.filter((sql) => sql === overflow.sql)).toHaveLength(2);
    expect(runner.isInTransaction).toBe(false);
  });

  it('fail where the transaction has ended by itself, or can not begin', async () => {
    const ended = await Promise.allSettled([read(count), read({ ...count, sql: 'ROLLBACK' }), read(count), joined.shared(count)]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    const late = [read(count), joined.shared(count)];
    runner.close();
    expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    runner = new NotedRunner(join(folder, 'a.sqlite'), 1000);
  });
});
