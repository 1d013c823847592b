import { describe, expect, it } from 'vitest';
import { seenBy, withSeen } from './seen.ts';

describe('what a person has seen of the help', () => {
  it('is kept for each person', () => {
    const first = withSeen('1', null, { tour: true });
    const text = withSeen('2', withSeen('1', first, { version: '0.2.0' }), { version: '0.1.0' });
    expect([seenBy('1', text), seenBy('2', text), seenBy('3', text)]).toEqual([{ tour: true, version: '0.2.0' }, { version: '0.1.0' }, {}]);
  });

  it.each([null, '', '{"broken', '5', '[]', '{"1": 7}', '{"1": {"tour": "yes", "version": 3}}'])(
    'is nothing where the browser keeps %j',
    (text) => {
      expect(seenBy('1', text)).toEqual({});
      expect(seenBy('1', withSeen('1', text, { tour: true }))).toEqual({ tour: true });
    },
  );
});
