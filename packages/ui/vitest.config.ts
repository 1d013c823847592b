import { defineConfig } from 'vitest/config';

/** Tests of components and of what they decide, in a DOM without a browser. */
export default defineConfig({
  test: {
    name: 'dashboard',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['src/testing/after-each.ts'],
    // As in the root's configuration: all projects run at once.
    maxWorkers: '100%',
    testTimeout: 180_000,
    retry: process.env['CI'] === 'true' ? 1 : 0,
    // No module holds state of its own: files may share what they import.
    isolate: false,
    silent: 'passed-only',
  },
});
