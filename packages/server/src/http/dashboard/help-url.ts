import { isOwnPath } from '@grimoire/protocol';

/** Whether a text is the address of a documentation: of the web over TLS, or a path on the origin of the page. */
export function isHelpUrl(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  return isOwnPath(text) || (/^https:\/\/[^\s@\\]+$/i.test(text) && URL.canParse(text));
}
