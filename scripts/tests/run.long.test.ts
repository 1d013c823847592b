import { describe, expect, it, vi } from 'vitest';
import { resultFileVariable, runTests } from './run.ts';

const report = (isGreen: boolean): string =>
  `require('node:fs').writeFileSync(process.env.${resultFileVariable}, JSON.stringify({ isGreen: ${isGreen}, passed: 2, failed: 0, skipped: 0 }));`;
const run = (code: string): Promise<number> => runTests(['--input-type=commonjs', '--eval', code], 200);

describe('a run of the tests', () => {
  it('ends with the exit code of the runner', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await run(`${report(true)} process.exitCode = 3`)).toBe(3);
    expect(await run('process.exitCode = 0')).toBe(0);
  });

  it('names the tests that passed when they were run again, and fails if they are many', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const withUnsteady = (names: readonly string[]): string =>
      report(true).replace('skipped: 0', `skipped: 0, unsteady: ${JSON.stringify(names)}`);
    expect(await run(withUnsteady(['a', 'b', 'c']))).toBe(0);
    expect(said.mock.calls.flat().join('')).toMatch(/passed when run again.*\n {2}a\n {2}b\n {2}c\n/);
    expect(await run(withUnsteady(['a', 'b', 'c', 'd']))).toBe(1);
  });

  it('is ended if the runner has reported and stays, with what it has reported', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const stays = 'setInterval(() => {}, 1000);';
    expect(await run(report(true) + stays)).toBe(0);
    expect(await run(report(false) + stays)).toBe(1);
    expect(said.mock.calls.flat().join('')).toMatch(/has not.*\n.*PID/);
  });
});
