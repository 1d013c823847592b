import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpRequest, HttpResponse } from './message.ts';

/** Codings that answers are sent in, the better first. */
export const codings = ['br', 'gzip'] as const;

export type Coding = (typeof codings)[number];

/** Bytes below which compressing saves no packet. */
const leastBytes = 1024;

/**
 * A JSON answer of some length in a coding that the client accepts; any other answer as it is.
 * @param addressOf gives the address that the request was for, as the client sees it.
 */
export async function compressed(response: HttpResponse, request: HttpRequest, addressOf: () => URL): Promise<HttpResponse> {
  const { body } = response;
  if (response.headers['Content-Type'] !== 'application/json' || typeof body !== 'string') return response;
  if (Buffer.byteLength(body) < leastBytes) return response;
  const vary = [response.headers['Vary'], 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');
  const headers = { ...response.headers, Vary: vary };
  const coding = mayBeOfOtherSite(request, addressOf) ? null : acceptedCoding(request, codings);
  if (coding === null) return { ...response, headers };
  return { ...response, headers: { ...headers, 'Content-Encoding': coding }, body: await compress(body, coding) };
}

/**
 * Whether a page of another site may have made the browser send this request: from the length of a compressed answer such a
 * page could guess its content (BREACH). Browsers name the site in `Sec-Fetch-Site` over HTTPS. A request without that header
 * is compressed where it carries no cookie, which a page of another site can't make use of.
 */
function mayBeOfOtherSite(request: HttpRequest, addressOf: () => URL): boolean {
  const site = request.header('sec-fetch-site');
  if (site !== null) return ['cross-site', 'same-site'].includes(site);
  return request.header('cookie') !== null && addressOf().protocol === 'https:';
}

/** The first of these codings that the client accepts no less than another; null where it accepts none (RFC 9110, 12.5.3). */
export function acceptedCoding(request: HttpRequest, offered: readonly Coding[]): Coding | null {
  const weights = new Map<string, number>();
  for (const part of (request.header('accept-encoding') ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = Math.max(0, ...offered.map(weightOf));
  return (best > 0 && offered.find((coding) => weightOf(coding) === best)) || null;
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

/** For answers that are made once and sent once: nearly as short as it gets, in a fraction of the time. */
function compress(text: string, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return compressors.gzip(text, { level: 5 });
  return compressors.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
}
