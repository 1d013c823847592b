import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// Workers, and the processes that tests start, take compiled modules from one cache: a process starts in half the time.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url));

/** A project of tests beside the source. */
function unitProject(name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration {
  // A thread of its own for each file costs more than its tests: three times the processor time in all.
  return { extends: true, test: { name, include, exclude: ['**/node_modules/**', ...exclude], isolate: false } };
}

/** A project of tests that use databases, and a service. */
function serviceProject(name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include,
      exclude,
      globalSetup: ['test/support/global-setup.ts'],
      // As the unit tests. A file that leaves state in a module has the next one load its modules again: support/registered-widgets.ts.
      // `vi.mock` does nothing for a module that another file has loaded: tests spy on the methods of classes.
      isolate: false,
      // Beside other programs, a turn to check a password may take longer than the usual five seconds.
      env: { GRIMOIRE_WAIT_LIMIT: '30000' },
    },
  };
}

export default defineConfig({
  test: {
    // Files wait for databases, browsers and processes of their own more than they compute.
    maxWorkers: '100%',
    // What is waited for comes when it comes: a busy machine is no failure. Tests of what ends a wait set limits of their own.
    testTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 240_000,
    // In CI a test that fails is run again: the end of the run names it if it passes then (`scripts/tests`).
    retry: process.env['CI'] === 'true' ? 1 : 0,
    env: { LOG_LEVEL: 'silent' },
    projects: [
      // Tests beside the source: no service, no database server, no browser, no process.
      unitProject('unit', ['packages/{protocol,client,server}/**/*.test.ts', 'scripts/**/*.test.ts'], ['**/*.long.test.ts']),
      // The same where they start processes, hash passwords or try thousands of cases: three quarters of the time of all units.
      unitProject('long', ['packages/{protocol,client,server}/**/*.long.test.ts', 'scripts/**/*.long.test.ts']),
      // Tests of the dashboard's parts, in a DOM without a browser.
      'packages/ui',
      // The API over HTTP, on every database, and the tutorial's last step in the browser.
      serviceProject('service', [
        'test/{conformance,fuzz,hostile,regression,races}/**/*.test.ts',
        'examples/**/*.test.ts',
        'bench/**/*.test.ts',
        'test/e2e/tutorial.test.ts',
      ]),
      // The dashboard in Chromium.
      serviceProject('browser', ['test/e2e/**/*.test.ts'], ['test/e2e/tutorial.test.ts']),
      // Commands, documentation, gates, upgrades and faults: each test starts processes.
      serviceProject('system', ['test/{commands,deploy,docs,examples,faults,gates,load,upgrade}/**/*.test.ts']),
    ],
  },
});
