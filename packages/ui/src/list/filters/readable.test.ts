import { describe, expect, it } from 'vitest';
import { isReadable } from './readable.ts';

const nested = (times: number): string => `${'{"or":[{"and":['.repeat(times)}{"a":1}${']}]}'.repeat(times)}`;

describe('the filters of an address', () => {
  it.each([
    ['{}', true],
    ['{"q":"a \\"[[[ b","status":["new"]}', true],
    [`{"q":${JSON.stringify('['.repeat(100))}}`, true],
    [`{"_filter":${JSON.stringify(nested(5))}}`, true],
    [`{"_filter":${JSON.stringify(nested(750))}}`, false],
    [`{"_filter":${nested(750)}}`, false],
    [`{"a":${nested(50_000)}}`, false],
    ['{"a":"\\', false],
    ['nonsense', false],
    ['5', false],
    ['null', false],
    ['[]', false],
    ['', false],
  ])('of %.30s can be shown: %s', (text, isShown) => expect(isReadable(text)).toBe(isShown));
});
