/** The name of a file if nothing of the handler's text can be used. */
const fallback = 'download';

/** The name without characters that hide its real extension, name a folder, or make it a hidden file. */
function safeName(name: string): string {
  const visible = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').replace(/[/\\]/g, '_');
  return visible.replace(/^[\s.]+/u, '').trimEnd() || fallback;
}

/** The `Content-Disposition` of a download: the browser saves the file, and never displays it. */
export function attachment(name: string): string {
  const safe = safeName(name);
  const plain = safe.replace(/[^\x20-\x7e]|["%]/gu, '_');
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
