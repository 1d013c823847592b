/**
 * No spaces and control characters, of which browsers remove some, and no backslash, which they read as a slash: `/\example.com` leads to
 * another host.
 */
const ownPath = /^\/(?!\/)[^\s\\\p{Cc}]*$/u;

/** Whether a text is a path on the origin of the page, such as `/static/logo.svg`. */
export function isOwnPath(text: string): boolean {
  return ownPath.test(text);
}
