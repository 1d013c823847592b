import { describe, expect, it } from 'vitest';
import { isMet } from './conditions.ts';

describe('a condition of a form', () => {
  const row: Readonly<Record<string, unknown>> = { status: 'sent', gift: false, cost: 0, note: '', customer: 7 };
  const holds = (conditions: Parameters<typeof isMet>[0]): boolean => isMet(conditions, (name) => row[name]);

  it.each([
    [true, {}],
    [true, { status: ['open', 'sent'] }],
    [false, { status: ['open'] }],
    [true, { status: ['sent'], gift: [false] }],
    [false, { status: ['sent'], gift: [true] }],
    [true, { note: [null] }],
    [true, { unknown: [null] }],
    [false, { gift: [null] }],
    [false, { cost: [null] }],
    [true, { cost: [0] }],
    // Inputs may give the text of a number.
    [true, { customer: ['7'] }],
  ])('is %s of %j', (expected, conditions) => {
    expect(holds(conditions)).toBe(expected);
  });
});
