import { isColor } from './theme/color.ts';
import { defaultAccent } from './theme/tokens.ts';

/** The icon of the window: the first letter of the brand on its color, as the menu shows it. */
export function faviconOf({ name, accent }: { readonly name: string; readonly accent: string }): string {
  const [letter = ''] = name;
  const text = letter.toLocaleUpperCase().replaceAll(/[&<>"']/g, '');
  const ground = isColor(accent) ? accent : defaultAccent;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${ground}"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-size="19" font-weight="700" text-anchor="middle" fill="#fff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
