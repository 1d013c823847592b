import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpRequest, HttpResponse } from './message.ts';

/** Codings in which responses are sent, in the order of preference. */
export const codings = ['br', 'gzip'] as const;

export type Coding = (typeof codings)[number];

/** Below this number of bytes, compression saves no packet. */
const leastBytes = 1024;

/**
 * Compresses a JSON response with a coding that the client accepts. Short responses, and responses that are not JSON, are returned unchanged.
 * @param urlOf returns the URL to which the client has sent the request.
 */
export async function compressed(response: HttpResponse, request: HttpRequest, urlOf: () => URL): Promise<HttpResponse> {
  const { body } = response;
  if (response.headers['Content-Type'] !== 'application/json' || typeof body !== 'string') return response;
  // A text has at least as many bytes as characters.
  if (body.length < leastBytes && Buffer.byteLength(body) < leastBytes) return response;
  const vary = [response.headers['Vary'], 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');
  const headers = { ...response.headers, Vary: vary };
  const coding = mayBeOfOtherSite(request, urlOf) ? null : acceptedCoding(request, codings);
  if (coding === null) return { ...response, headers };
  return { ...response, headers: { ...headers, 'Content-Encoding': coding }, body: await compress(body, coding) };
}

/**
 * Whether a page of another site may have made the browser send this request: such a page could guess the content of a response from its
 * compressed length (BREACH). Over HTTPS, browsers name the site in `Sec-Fetch-Site`. The response to a request without that header is
 * compressed if the request has no cookie: a page of another site can't use it.
 */
function mayBeOfOtherSite(request: HttpRequest, urlOf: () => URL): boolean {
  const site = request.header('sec-fetch-site');
  if (site !== null) return ['cross-site', 'same-site'].includes(site);
  return request.header('cookie') !== null && urlOf().protocol === 'https:';
}

/** The first of these codings that the client prefers, or accepts as much as the others; null if it accepts none (RFC 9110, 12.5.3). */
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

/** The compression level for responses that are sent once: nearly the best compression, in a fraction of the time. */
function compress(text: string, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return compressors.gzip(text, { level: 5 });
  return compressors.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
}
