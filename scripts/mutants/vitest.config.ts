import { defineConfig } from 'vitest/config';

// The tests that a mutation run counts: beside the source, without HTTP. The one that is left out takes seconds for each mutant.
export default defineConfig({
  test: {
    include: ['packages/server/src/{request,plan,authorize,sql,write}/**/*.test.ts'],
    exclude: ['packages/server/src/sql/statements.test.ts'],
    env: { LOG_LEVEL: 'silent' },
    testTimeout: 20_000,
  },
});
