import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { resultFileVariable, type TestResult } from './run.ts';

/** Writes the result of a run to the file that its parent process has named. */
export default class ResultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], _: unknown, reason: TestRunEndReason): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) count[test.result().state] += 1;
    const unsteady = tests
      .filter((test) => test.diagnostic()?.flaky === true)
      .map((test) => `${test.module.relativeModuleId}: ${test.fullName}`);
    const file = process.env[resultFileVariable];
    const result: TestResult = { isGreen: reason === 'passed', ...count, unsteady };
    if (file !== undefined) writeFileSync(file, JSON.stringify(result));
  }
}
