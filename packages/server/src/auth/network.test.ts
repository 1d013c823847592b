import { describe, expect, it } from 'vitest';
import { isPrivate, networkOf } from './network.ts';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s as %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('isPrivate', () => {
  it.each(['10.0.0.1', '127.0.0.1', '172.16.0.1', '172.31.9.9', '192.168.1.1', '::1', 'fd00::1', 'fe80::1'])('knows %s', (address) =>
    expect(isPrivate(address)).toBe(true),
  );
  it.each(['8.8.8.8', '172.32.0.1', '11.0.0.1', '2001:db8::1'])('tells %s apart', (address) => expect(isPrivate(address)).toBe(false));
});
