import type { HttpRequest } from './message.ts';
import type { HttpService } from './service.ts';

/** The service as it answers a request: with the names and texts of the language that the request asks for. */
export function inLanguageOf(request: HttpRequest, service: HttpService): HttpService {
  const { languages } = service;
  const tag = languages.chosenBy(request.header('accept-language'));
  const registry = languages.registryIn(tag);
  return registry === service.registry ? service : { ...service, registry };
}

/**
 * The headers that say in which language an answer is: none for a request that asks for none. A request with an `Idempotency-Key` may be
 * answered with the texts of an earlier one, in the language of that.
 * @param others headers that may name what answers vary by.
 */
export function languageHeaders(
  request: HttpRequest,
  { languages, registry }: HttpService,
  others: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (languages.offered.length < 2) return {};
  const { Vary: vary } = others;
  const varies = { Vary: vary === undefined ? 'Accept-Language' : `${vary}, Accept-Language` };
  const isKnown = request.header('accept-language') !== null && request.header('idempotency-key') === null;
  return isKnown ? { ...varies, 'Content-Language': registry.wording.tag } : varies;
}
