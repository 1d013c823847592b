import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { resultFileVariable, type TestResult } from './run.ts';

/** Writes the result of a run to the file that its parent process has named. */
export default class ResultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], _: unknown, reason: TestRunEndReason): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) count[test.result().state] += 1;
    const file = process.env[resultFileVariable];
    const result: TestResult = { isGreen: reason === 'passed', ...count };
    if (file !== undefined) writeFileSync(file, JSON.stringify(result));
  }
}
