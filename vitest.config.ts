import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// Workers, and the processes that tests start, take compiled modules from one cache: a process starts in half the time.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url));

/** A project of tests that use databases, and a service. */
function serviceProject(name: string, include: string[], exclude: string[] = [], retry = 0): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include,
      exclude,
      retry,
      globalSetup: ['test/support/global-setup.ts'],
      // As the unit tests. A file that leaves state in a module has the next one load its modules again: support/registered-widgets.ts.
      // `vi.mock` does nothing for a module that another file has loaded: tests spy on the methods of classes.
      isolate: false,
    },
  };
}

export default defineConfig({
  test: {
    // Files wait for databases, browsers and processes of their own more than they compute.
    maxWorkers: '100%',
    testTimeout: 60_000,
    // What is waited for comes when it comes: a busy machine is no failure.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
    env: { LOG_LEVEL: 'silent' },
    projects: [
      // Tests beside the source: no service, no database server, no browser.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/{protocol,client,server}/**/*.test.ts', 'scripts/**/*.test.ts'],
          // A thread of its own for each file costs more than its tests: three times the processor time in all.
          isolate: false,
        },
      },
      // Tests of the dashboard's parts, in a DOM without a browser.
      'packages/ui',
      // The API over HTTP, on every database, and the tutorial's last step in the browser.
      serviceProject('service', [
        'test/{conformance,fuzz,hostile,regression,races}/**/*.test.ts',
        'examples/**/*.test.ts',
        'bench/**/*.test.ts',
        'test/e2e/tutorial.test.ts',
      ]),
      // The dashboard in Chromium. In CI a test that fails is run again: the end of the run names it if it passes then (`scripts/tests`).
      serviceProject('browser', ['test/e2e/**/*.test.ts'], ['test/e2e/tutorial.test.ts'], process.env['CI'] === 'true' ? 1 : 0),
      // Commands, documentation, gates, upgrades and faults: each test starts processes.
      serviceProject('system', ['test/{commands,deploy,docs,examples,faults,gates,load,upgrade}/**/*.test.ts']),
    ],
  },
});
