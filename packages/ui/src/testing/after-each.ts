import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// A component that stays mounted after the last test of a file is called by its timers when the DOM is gone, and that error fails the run.
afterEach(cleanup);
