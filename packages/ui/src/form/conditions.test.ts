import { describe, expect, it } from 'vitest';
import { fieldStateOf, isMet } from './conditions.ts';

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

  it.each([
    ['open', {}],
    ['open', { visible_when: { status: ['sent'] } }],
    ['hidden', { visible_when: { status: ['open'] } }],
    ['fixed', { readonly_when: { status: ['sent'] } }],
    ['open', { readonly_when: { status: ['open'] } }],
    ['hidden', { visible_when: { gift: [true] }, readonly_when: { status: ['sent'] } }],
  ] as const)('makes a field %s: %j', (expected, field) => {
    expect(fieldStateOf(field, (name) => row[name])).toBe(expected);
  });
});
