/** What the page of the service is told while an extension is developed. */
export interface DevExtension {
  readonly kit: string;
  readonly entry: string;
}

/** The page of the service, with the extension of the development server in the place of the built one; null for another page. */
export function devPage(page: string, { kit, entry }: DevExtension): string | null {
  const tag = /<meta name="grimoire" content="([^"]*)"/.exec(page);
  if (!tag) return null;
  const settings = JSON.parse(unescaped(tag[1] ?? '')) as { readonly nonce: string };
  const content = escaped(JSON.stringify({ ...settings, extension: { kit, entry, styles: [] } }));
  // By this nonce, style sheets of the development server are allowed.
  const nonce = `<meta property="csp-nonce" nonce="${escaped(settings.nonce)}" />`;
  return page.replace(tag[0], () => `<meta name="grimoire" content="${content}"`).replace('<head>', () => `<head>${nonce}`);
}

/** Whether a page of the service has the addresses of what an extension imports. */
export function hasImports(page: string): boolean {
  return page.includes('<script type="importmap">');
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
