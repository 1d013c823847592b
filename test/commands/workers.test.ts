import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { grimoire, serve, stop } from '../support/command.ts';
import { dialects } from '../support/databases.ts';
import { servedLibrary } from '../support/served.ts';

/** The processes that a process has started and that run the command. */
function workersOf({ pid }: ChildProcess): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, own = '', parent = '', args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid && args.includes(' serve ') ? [Number(own)] : [];
  });
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.each(dialects)('serve --workers on %s', (dialect) => {
  const library = servedLibrary(dialect);

  const start = async (...args: string[]): ReturnType<typeof library.serve> => {
    const started = await library.serve('--workers', '2', ...args);
    await expect.poll(started.printed).toContain('Workers: 2');
    return started;
  };

  /** Asks again and again until it is told to stop. */
  const asking = (api: string): { readonly failures: string[]; readonly end: () => Promise<number> } => {
    const failures: string[] = [];
    const over = new AbortController();
    const ask = async (): Promise<number> => {
      let count = 0;
      for (; !over.signal.aborted; count++) {
        // A connection of its own, so that each request is given to one of the workers, and none is closed while it is idle.
        const request = get(`${api}config/`, { agent: false });
        await once(request, 'response').then(
          ([response]: IncomingMessage[]) => {
            if (response?.statusCode !== 200) failures.push(String(response?.statusCode));
            return response?.resume().toArray();
          },
          (error: unknown) => failures.push(String(error)),
        );
        // The processes that start need the machine too.
        await pause(10);
      }
      return count;
    };
    const asked = Promise.all([ask(), ask(), ask()]);
    return {
      failures,
      async end() {
        over.abort();
        return (await asked).reduce((sum, count) => sum + count, 0);
      },
    };
  };

  it('shares one port, sums the metrics, and ends all processes', async () => {
    const { child, api, monitor } = await start('--monitor-port', '0');
    const workers = workersOf(child);
    expect(workers).toHaveLength(2);
    const people = asking(api);
    const countOf = async (): Promise<number> => {
      const text = await (await fetch(`${monitor}/metrics`)).text();
      expect(text).toMatch(/^grimoire_ready 1$/m);
      return Number(/^grimoire_request_seconds_count\{method="GET",route="\/config".*\} (\d+)$/m.exec(text)?.[1]);
    };
    await expect.poll(countOf).toBeGreaterThan(20);
    const asked = await people.end();
    expect(people.failures).toEqual([]);
    expect(await countOf()).toBe(asked);
    expect(await stop(child)).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it('replaces all workers at SIGHUP, and one that was killed, without a failed request', async () => {
    const { child, api, printed } = await start();
    const former = workersOf(child);
    const people = asking(api);
    child.kill('SIGHUP');
    await expect.poll(printed, { timeout: 25_000 }).toContain('The workers have been replaced.');
    await expect.poll(() => former.filter(isAlive), { timeout: 25_000 }).toEqual([]);
    expect(await people.end()).toBeGreaterThan(0);
    expect(people.failures).toEqual([]);
    const [victim = 0] = workersOf(child);
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => workersOf(child).filter((pid) => pid !== victim).length, { timeout: 25_000 }).toBe(2);
    expect(printed()).toContain(`Worker ${victim} has ended (SIGKILL).`);
    expect((await fetch(`${api}config/`)).status).toBe(200);
    expect(await stop(child)).toBe(0);
  });

  it('ends while a worker is starting', async () => {
    const { child } = await start();
    const [victim = 0] = workersOf(child);
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => workersOf(child).filter((pid) => pid !== victim).length, { interval: 10, timeout: 25_000 }).toBe(2);
    const workers = workersOf(child);
    expect(await stop(child)).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it('leaves no worker when the first process is killed', async () => {
    const { child } = await start();
    const workers = workersOf(child);
    child.kill('SIGKILL');
    await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  });

  it('ends once, also if a signal reaches every process', async () => {
    const { child } = await start('--drain', '1');
    const workers = workersOf(child);
    const ended = new Promise((resolve) => child.once('close', resolve));
    for (const pid of [child.pid ?? 0, ...workers]) process.kill(pid, 'SIGTERM');
    expect(await ended).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
  });
});

describe('serve --workers', () => {
  it('says once why the workers can not start, and refuses numbers that are none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'grimoire-workers-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const address = `sqlite:${join(folder, 'a.sqlite')}`;
    writeFileSync(join(folder, 'a.sqlite'), '');
    const { child, api } = await serve(['--database', address, '--migrate']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const { port } = new URL(api);
    const second = await grimoire(['serve', '--database', address, '--port', port, '--workers', '3']);
    expect(second.code).toBe(1);
    expect(second.err.match(/is taken/g)).toHaveLength(1);
    expect(await stop(child)).toBe(0);
    for (const count of ['0', '65', 'x', '1.5']) {
      const refused = await grimoire(['serve', '--database', address, '--workers', count]);
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--workers')]);
    }
  });
});
