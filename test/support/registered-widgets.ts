import { afterAll, vi } from 'vitest';

/**
 * For a file that calls `registerWidget`: a widget stays registered as long as its module is loaded, and test files share the modules of a
 * process. After this file, the next one loads them again.
 */
export function forgetRegisteredWidgets(): void {
  afterAll(() => void vi.resetModules());
}
