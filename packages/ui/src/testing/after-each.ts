import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A component that stays mounted after the last test of a file is called by its timers when the DOM is gone, and that error fails the run.
afterEach(cleanup);

// What is waited for comes when it comes: a busy machine is no failure.
configure({ asyncUtilTimeout: 30_000 });
