/** Names that a handler's text leaves nothing of. */
const fallback = 'download';

/** The same name without what hides its true ending, names a folder, or makes a hidden file of it. */
function safeName(name: string): string {
  const visible = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').replace(/[/\\]/g, '_');
  return visible.replace(/^[\s.]+/u, '').trimEnd() || fallback;
}

/** `Content-Disposition` of a download. The browser saves the file, and never shows it in place. */
export function attachment(name: string): string {
  const safe = safeName(name);
  const plain = safe.replace(/[^\x20-\x7e]|["%]/gu, '_');
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
