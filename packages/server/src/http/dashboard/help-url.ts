/** Printable, without the backslash: browsers read it as a slash. */
const path = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;

/** Whether a text is the address of a documentation: of the web over TLS, or a path on the origin of the page. */
export function isHelpUrl(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  return path.test(text) || (/^https:\/\/[^\s@\\]+$/i.test(text) && URL.canParse(text));
}
