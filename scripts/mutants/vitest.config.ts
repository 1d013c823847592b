import { defineConfig } from 'vitest/config';

/** The folder whose tests a run of the mutants counts; scripts/mutants.ts names one after the other. */
const folder = process.env['MUTANTS_FOLDER'] ?? '{request,plan,authorize,sql,write}';

export default defineConfig({
  test: {
    include: [`packages/server/src/${folder}/**/*.test.ts`],
    // They take seconds for each mutant; the other tests of their folders are quick.
    exclude: ['**/*.long.test.ts'],
    env: { LOG_LEVEL: 'silent' },
    testTimeout: 20_000,
    // A new thread for each file would take longer than its tests. Modules of the project are loaded anew for each file all the same.
    isolate: false,
  },
});
