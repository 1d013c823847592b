import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isMac, isSameSecret, mac } from './mac.ts';

describe('mac', () => {
  it('is the beginning of an HMAC-SHA-256', () => {
    // RFC 4231, test case 2.
    const code = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex').toString('base64url');
    expect(mac('what do ya want for nothing?', 'Jefe', 43)).toBe(code);
    expect(mac('what do ya want for nothing?', 'Jefe', 22)).toBe(code.slice(0, 22));
  });

  it('is accepted under each of the keys, at its whole length only', () => {
    const code = createHmac('sha256', 'old').update('text').digest('base64url').slice(0, 22);
    const authenticated = { text: 'text', keys: ['new', 'old'], length: 22 };
    expect(isMac(code, authenticated)).toBe(true);
    for (const wrong of ['', code.slice(0, 21), `${code}A`, code.toLowerCase()]) expect(isMac(wrong, authenticated)).toBe(false);
    expect(isMac(code, { ...authenticated, text: 'texts' })).toBe(false);
    expect(isMac(code, { ...authenticated, keys: ['new'] })).toBe(false);
  });

  it('is accepted as versions before HMAC made it', () => {
    // Computed by that version, for this text and key.
    const former = 'MMMYTnpjFu1WZPBBbUUoY_';
    expect(isMac(former, { text: 'device nonce ada', keys: ['a key'], length: 22 })).toBe(true);
    expect(isMac(former, { text: 'device nonce bob', keys: ['a key'], length: 22 })).toBe(false);
  });
});

describe('isSameSecret', () => {
  it('holds for the same text only, and for no empty one', () => {
    expect(isSameSecret('é1', 'é1')).toBe(true);
    for (const [given, expected] of [
      ['a', 'b'],
      ['a', 'ab'],
      ['é', 'e'],
      ['', ''],
    ] as const)
      expect(isSameSecret(given, expected)).toBe(false);
  });
});
