import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { networkOf } from './network.ts';

/** Where a token is refreshed from. */
export interface RefreshTrace {
  readonly ip: string | null;
  /** The `User-Agent` header. */
  readonly agent: string | null;
}

/** The last two places from which a family was refreshed, for each kind of place, as hashes. */
export interface SeenPlaces {
  readonly agent: readonly string[];
  /** IPv4 and IPv6 are kept apart: a client that has both alternates between them. */
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
  /** The times at which the family went back to the place before, in seconds since 1970. */
  readonly returns: readonly number[];
}

/** The result of noting a refresh. */
export interface Noted {
  readonly seen: SeenPlaces;
  /** Whether the family now alternates between two places: then two clients probably hold its tokens. */
  readonly alternates: boolean;
}

/** Seconds within which {@link returnsOfTwo} returns mean that two clients use the family in turns. */
const span = 3600;
const returnsOfTwo = 2;

export const nothingSeen: SeenPlaces = { agent: [], ipv4: [], ipv6: [], returns: [] };

/** Notes a refresh. */
export function noteRefresh(seen: SeenPlaces, { ip, agent }: RefreshTrace, now: number): Noted {
  const kind = ip !== null && isIP(ip) === 6 ? 'ipv6' : 'ipv4';
  const ofAgent = moved(seen.agent, agent);
  const ofNetwork = moved(seen[kind], ip === null ? null : networkOf(ip));
  const isReturn = ofAgent.isReturn || ofNetwork.isReturn;
  const returns = [...seen.returns.filter((at) => at > now - span), ...(isReturn ? [now] : [])].slice(-returnsOfTwo);
  return {
    seen: { ...seen, agent: ofAgent.places, [kind]: ofNetwork.places, returns },
    alternates: isReturn && returns.length >= returnsOfTwo,
  };
}

function moved(places: readonly string[], place: string | null): { readonly places: readonly string[]; readonly isReturn: boolean } {
  if (place === null) return { places, isReturn: false };
  const mark = hash('sha256', place, 'base64url').slice(0, 16);
  const [last, before] = places;
  if (mark === last) return { places, isReturn: false };
  return { places: last === undefined ? [mark] : [mark, last], isReturn: mark === before };
}
