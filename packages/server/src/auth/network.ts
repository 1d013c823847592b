import { isIP } from 'node:net';

/** The network that an address counts as: for IPv6 its /64, because one client has all of it; for IPv4 the address itself. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const all = tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest];
  return `${all.slice(0, 4).join(':')}::/64`;
}

/** Whether an address belongs to a private network or to this machine: then it is probably a proxy's, not a client's. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 6) return /^(::1$|f[cd]|fe[89ab])/i.test(address);
  return /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
}
