import { BlockList, isIP } from 'node:net';
import type { HttpRequest } from '../message.ts';

/** The proxies whose forwarded headers are trusted. */
export class TrustedProxies {
  /** The addresses and networks as given. */
  readonly names: readonly string[];
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  /** @param proxies addresses, or networks such as `10.0.0.0/8`. Throws if a text is neither. */
  constructor(proxies: readonly string[]) {
    this.names = proxies;
    this.#isEmpty = proxies.length === 0;
    for (const proxy of proxies) {
      if (!isNetwork(proxy)) throw new Error(`trustedProxies: "${proxy}" is no address or network.`);
      const [address = '', bits] = proxy.split('/');
      const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  /** The address of the client, as trusted proxies forward it; null if it is not known. */
  clientOf(request: HttpRequest): string | null {
    const hops = (request.header('x-forwarded-for') ?? '').split(',').map((hop) => bareAddress(hop.trim()));
    let address = bareAddress(request.remoteAddress ?? '');
    while (address !== null && this.#trusts(address)) {
      const hop = hops.pop();
      if (hop === undefined || hop === null) break;
      address = hop;
    }
    return address;
  }

  /** The path that a trusted proxy has removed from the URL, such as `/tools`; empty if none has. */
  prefixOf(request: HttpRequest): string {
    const header = this.trusts(request) ? last(request.header('x-forwarded-prefix')) : undefined;
    const prefix = header?.replace(/\/+$/, '') ?? '';
    return /^(\/[\w.~-]+)+$/.test(prefix) ? new URL(prefix, 'http://localhost').pathname.replace(/\/+$/, '') : '';
  }

  /** The URL to which the client has sent the request: a trusted proxy forwards its scheme and host, and the path that it has removed. */
  forwardedUrl(request: HttpRequest): URL {
    const url = new URL(request.url);
    if (!this.trusts(request)) return url;
    url.pathname = `${this.prefixOf(request)}${url.pathname}`;
    const scheme = last(request.header('x-forwarded-proto'));
    const host = last(request.header('x-forwarded-host'));
    if (scheme === 'http' || scheme === 'https') url.protocol = scheme;
    if (host && /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`)) {
      const { hostname, port } = new URL(`http://${host}`);
      url.hostname = hostname;
      url.port = port;
    }
    return url;
  }

  /** Whether the peer of the connection is a trusted proxy. */
  trusts(request: HttpRequest): boolean {
    if (this.#isEmpty) return false;
    const from = bareAddress(request.remoteAddress ?? '');
    return from !== null && this.#trusts(from);
  }

  #trusts(address: string): boolean {
    return !this.#isEmpty && this.#list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
}

/** Whether a text is an IP address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return version !== 0 && isWidth && rest.length === 0;
}

/** The last element of a list, which the nearest proxy has added. */
function last(header: string | null): string | undefined {
  return header?.split(',').at(-1)?.trim();
}

/** An IP address without brackets, port, or the prefix of an IPv4-mapped IPv6 address; null if the text is no address. */
function bareAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}
