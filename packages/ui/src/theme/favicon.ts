import type { Brand } from '@grimoire/protocol';
import { isColor } from './color.ts';
import { defaultAccent } from './tokens.ts';

/** Shows the sign of the brand as the icon of the window, with the one for a dark ground where the browser is dark. */
export function showFavicon(page: Document, brand: Brand): void {
  const icon = page.querySelector<HTMLLinkElement>('link[rel=icon]');
  icon?.setAttribute('href', brand.logo?.light ?? faviconOf(brand));
  if (!icon || !brand.logo || brand.logo.dark === brand.logo.light) return;
  const dark = icon.cloneNode() as HTMLLinkElement;
  dark.setAttribute('href', brand.logo.dark);
  dark.setAttribute('media', '(prefers-color-scheme: dark)');
  icon.setAttribute('media', '(prefers-color-scheme: light)');
  icon.after(dark);
}

/** The icon of the window: the first letter of the brand on its color, as the menu shows it. */
export function faviconOf({ name, accent }: Pick<Brand, 'name' | 'accent'>): string {
  const [letter = ''] = name;
  const text = letter.toLocaleUpperCase().replaceAll(/[&<>"']/g, '');
  const ground = isColor(accent) ? accent : defaultAccent;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${ground}"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-size="19" font-weight="700" text-anchor="middle" fill="#fff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
