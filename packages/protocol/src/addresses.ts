/** Printable characters without the backslash, which browsers read as a slash: `/\example.com` leads to another host. */
const ownPath = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;

/** Whether a text is a path on the origin of the page, such as `/static/logo.svg`. */
export function isOwnPath(text: string): boolean {
  return ownPath.test(text);
}
