import { describe, expect, it } from 'vitest';
import { isStillTrue, messagesAt, messagesBeside, messagesOf, messageText } from './messages.ts';

const messages = messagesOf('Too many.\nlines.0.sku: Required.\nlines : Une liste est attendue.\nlinesman: Wrong.');

describe('messages about parts', () => {
  it('are found by the names before them', () => {
    const lines = messagesAt(messages, 'lines');
    expect(messageText(messagesAt(messagesAt(lines, 0), 'sku'))).toBe('Required.');
    expect(messageText(messagesBeside(lines, [0]))).toBe('Une liste est attendue.');
    expect(messageText(messagesBeside(messages, ['lines']))).toBe('Too many. linesman: Wrong.');
    expect(messagesAt(messagesAt(lines, 0), 'sku')[0]?.isHere).toBe(true);
  });

  it('are true until what they are about is changed', () => {
    const before = { lines: [{ sku: '', n: 1 }] };
    const [, sku] = messages;
    const still = (after: unknown): boolean => sku !== undefined && isStillTrue(sku, before, after);
    expect(still({ lines: [{ ...before.lines[0], n: 2 }] })).toBe(true);
    expect(still({ ...before, other: 1 })).toBe(true);
    expect(still({ lines: [{ sku: 'A', n: 1 }] })).toBe(false);
    expect(still({ lines: [] })).toBe(false);
    const [missing] = messagesOf('name: Required.');
    expect(missing && isStillTrue(missing, {}, { other: 1 })).toBe(true);
    expect(missing && isStillTrue(missing, {}, { name: 'A' })).toBe(false);
  });
});
