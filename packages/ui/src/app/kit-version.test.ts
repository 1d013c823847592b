import { describe, expect, it } from 'vitest';
import { canRun } from './kit-version.ts';

describe('a dashboard', () => {
  it.each([
    ['1.2.0', '1.2.5', true],
    ['1.2.9', '1.2.0', true],
    ['1.0.0', '1.9.0', true],
    ['1.9.0', '1.2.0', false],
    ['2.0.0', '1.9.0', false],
    ['1.9.0', '2.0.0', false],
    ['0.1.4', '0.1.0', true],
    ['0.1.0', '0.2.0', false],
    ['0.2.0-beta.1', '0.2.0', true],
    ['nonsense', '1.0.0', false],
  ])('runs what was built with %s, with the kit %s: %s', (built, running, isRight) => {
    expect(canRun(built, running)).toBe(isRight);
  });
});
