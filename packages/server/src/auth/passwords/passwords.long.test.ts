import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

function prioritiesOfThreads(): readonly number[] {
  return readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      return [getPriority(Number(thread))];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

describe('passwords', () => {
  afterEach(() => void vi.useRealTimers());

  it('of known browsers are checked before the guesses of strangers that wait', async () => {
    const stored = await hashPassword('correct horse battery');
    const ended: string[] = [];
    // On a slow machine the last of them waits for longer than a check may.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const check = async (name: string, isStranger: boolean): Promise<void> => {
      expect(await verifyPassword(stored, 'a guess', isStranger)).toBe(false);
      ended.push(name);
    };
    await Promise.all([...Array.from({ length: 40 }, () => check('stranger', true)), check('known', false)]);
    expect(ended.indexOf('known')).toBeLessThan(ended.length - 2);
  });

  it('match their own hash, and none where there is no hash', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(await verifyPassword(stored, 'correct horse battery', true)).toBe(true);
    expect(await verifyPassword(stored, 'correct horse batter', false)).toBe(false);
    expect(await verifyPassword(null, 'a password that nobody has', false)).toBe(false);
  });

  it('of unknown users are refused once where no processor was free, not from then on', async () => {
    vi.resetModules();
    const fresh = await import('./passwords.ts');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const others = Array.from({ length: 64 }, () => fresh.hashPassword('others'));
    const outcomes = Promise.allSettled(others);
    const refused = expect(fresh.verifyPassword(null, 'a guess', false)).rejects.toThrow(expect.objectContaining({ code: 'unavailable' }));
    await vi.advanceTimersByTimeAsync(5000);
    await refused;
    vi.useRealTimers();
    await outcomes;
    expect(await fresh.verifyPassword(null, 'a guess', false)).toBe(false);
  });

  it('make what all requests share for none of them', async () => {
    // As in a new process: the client of the very first request goes.
    vi.resetModules();
    const passwords = await import('./passwords.ts');
    const { Abandoned, asWork, RequestWork } = await import('../../process/request-work.ts');
    const stored = await passwords.hashPassword('correct horse battery');
    const work = new RequestWork();
    work.abandon();
    // A rejection that nobody handles would end the process, and fails the run of the tests.
    await expect(asWork(work, () => passwords.verifyPassword(stored, 'a guess', false))).rejects.toThrow(Abandoned);
    expect(await passwords.verifyPassword(null, 'a guess', true)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')(
    'are checked with a lower priority than requests (only on Linux, where threads have one)',
    async () => {
      const before = prioritiesOfThreads();
      await verifyPassword(await hashPassword('correct horse battery'), 'a guess', false);
      const lower = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
      expect([...before, ...prioritiesOfThreads()]).toContain(lower);
    },
  );

  it('are checked also where no thread may be started, which is said once', async () => {
    const program = `
      import { hashPassword, verifyPassword } from ${JSON.stringify(new URL('passwords.ts', import.meta.url).href)};
      const stored = await hashPassword('correct horse battery');
      console.log(await verifyPassword(stored, 'correct horse battery', false), await verifyPassword(stored, 'another', false));
    `;
    const permissions = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-child-process'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...permissions, '--input-type=module', '--eval', program]);
    expect(stdout).toBe('true false\n');
    expect(stderr.match(/Passwords are checked with the priority of requests/g)).toHaveLength(1);
  });
});
