import Link from '@mui/material/Link';
import type { ReactElement } from 'react';
import type { useNotify } from 'react-admin';
import type { NavigateFunction } from 'react-router-dom';
import type { PageSettings } from '../session/settings.ts';
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
function openLink(url: URL, navigate: Answered['navigate']): void {
  const { origin, pathname } = window.location;
  if (url.origin === origin && url.pathname === pathname && url.hash.startsWith('#/')) void navigate(url.hash.slice(1));
  else window.open(url.href, '_blank', 'noopener,noreferrer');
}

/** The message of an action with its link, which a browser may have kept from opening. */
function LinkMessage({ message, url }: { readonly message: string; readonly url: URL }): ReactElement {
  return (
    <>
      {message}{' '}
      <Link href={url.href} target="_blank" rel="noopener noreferrer" sx={{ color: 'inherit', fontWeight: 600 }}>
        {t('Open the page')}
      </Link>
    </>
  );
}

interface Answered {
  readonly message: string;
  readonly settings: Pick<PageSettings, 'linkHosts'>;
  readonly notify: ReturnType<typeof useNotify>;
  readonly navigate: NavigateFunction;
  /** Says the message alone. */
  readonly tell: () => void;
}

/** Opens the link of an answer, if it may be opened, and says its message. */
export function followLink(link: string, { message, settings, notify, navigate, tell }: Answered): void {
  const url = allowedLink(link, { linkHosts: settings.linkHosts, page: document.baseURI });
  if (!url) return tell();
  openLink(url, navigate);
  notify(<LinkMessage message={message} url={url} />, { type: 'success', multiLine: true, autoHideDuration: 10_000 });
}
