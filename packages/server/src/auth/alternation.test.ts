import { describe, expect, it } from 'vitest';
import { noteRefresh, nothingSeen, type RefreshTrace } from './alternation.ts';

/** Whether a family that is refreshed from these places, 15 minutes apart by default, is found to alternate. */
function alternates(origins: readonly RefreshTrace[], minutes = 15): boolean {
  let state = nothingSeen;
  let hasAlternated = false;
  for (const [index, trace] of origins.entries()) {
    const noted = noteRefresh(state, trace, 1_000_000 + index * minutes * 60);
    state = noted.seen;
    hasAlternated ||= noted.alternates;
  }
  return hasAlternated;
}
const at = (ip: string, agent = 'Browser'): RefreshTrace => ({ ip, agent });

describe('refreshes of one family', () => {
  it('are those of two where they alternate between networks', () => {
    expect(alternates([at('192.0.2.1'), at('198.51.100.1'), at('192.0.2.1'), at('198.51.100.1')])).toBe(true);
  });

  it('are those of two where they alternate between agents', () => {
    expect(alternates([at('192.0.2.1', 'A'), at('192.0.2.1', 'B'), at('192.0.2.1', 'A'), at('192.0.2.1', 'B')])).toBe(true);
  });

  it('are those of one who moves, and moves back once', () => {
    expect(alternates([at('192.0.2.1'), at('198.51.100.1'), at('192.0.2.1')])).toBe(false);
    expect(alternates([at('192.0.2.1'), at('198.51.100.1'), at('203.0.113.1'), at('192.0.2.1')])).toBe(false);
    expect(alternates([at('192.0.2.1'), at('198.51.100.1'), at('192.0.2.1'), at('198.51.100.1')], 13 * 60)).toBe(false);
  });

  it('are those of one with two tabs, one by IPv4 and one by IPv6', () => {
    const tabs = Array.from({ length: 20 }, (_, index) => at(index % 2 === 0 ? '192.0.2.1' : '2001:db8:1:2::3'));
    expect(alternates(tabs)).toBe(false);
  });

  it('are those of one whose IPv6 address changes within its network', () => {
    expect(alternates(['1', '2', '1', '2', '1'].map((end) => at(`2001:db8:1:2::${end}`)))).toBe(false);
  });
});
