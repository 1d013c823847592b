import { describe, expect, it } from 'vitest';
import { AddressWatch } from './address-watch.ts';

function warnings(hasProxies: boolean, logins: readonly (readonly [username: string, address: string | null])[]): number {
  let count = 0;
  const watch = new AddressWatch(hasProxies, () => (count += 1));
  for (const [username, address] of logins) watch.note(username, address);
  return count;
}
const many = (address: string, accounts = 3) => Array.from({ length: 60 }, (_, index) => [`user ${index % accounts}`, address] as const);

describe('AddressWatch', () => {
  it('says once that all logins come from one private address', () => expect(warnings(false, many('10.0.0.2'))).toBe(1));
  it('says nothing of a public address, of several, of one account, or where a proxy is trusted', () => {
    expect(warnings(false, many('203.0.113.5'))).toBe(0);
    expect(warnings(false, [['a', '10.0.0.9'], ...many('10.0.0.2')])).toBe(0);
    expect(warnings(false, many('10.0.0.2', 1))).toBe(0);
    expect(warnings(true, many('10.0.0.2'))).toBe(0);
  });
});
