import type { NavigateFunction } from 'react-router-dom';
import type { PageSettings } from '../session/settings.ts';
import type { MessageLink } from '../undo/message.tsx';
import { t } from '../texts/text.ts';

interface Where {
  readonly linkHosts: readonly string[];
  /** The address of the page. */
  readonly page: string;
}

/** The address that an action answers with: of the page's own origin, or of a host that the settings name; undefined for any other text. */
export function allowedLink(link: unknown, { linkHosts, page }: Where): URL | undefined {
  if (typeof link !== 'string' || !URL.canParse(link, page)) return undefined;
  const [url, own] = [new URL(link, page), new URL(page)];
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const isSafe = url.protocol === 'https:' || url.protocol === own.protocol;
  return url.origin === own.origin || (isSafe && linkHosts.includes(url.host)) ? url : undefined;
}

/** Opens an address: a page of the dashboard in its place, where unsaved input is asked about first, any other in a tab of its own. */
function openLink(url: URL, navigate: NavigateFunction): void {
  const { origin, pathname } = window.location;
  if (url.origin === origin && url.pathname === pathname && url.hash.startsWith('#/')) void navigate(url.hash.slice(1));
  else window.open(url.href, '_blank', 'noopener,noreferrer');
}

/**
 * Opens the link of an answer, if it may be opened.
 * @returns the link for the message, because a browser may have kept it from opening; undefined for one that may not be opened
 */
export function followLink(
  link: string,
  { linkHosts }: Pick<PageSettings, 'linkHosts'>,
  navigate: NavigateFunction,
): MessageLink | undefined {
  const url = allowedLink(link, { linkHosts, page: document.baseURI });
  if (!url) return undefined;
  openLink(url, navigate);
  return { href: url.href, text: t('Open the page') };
}
