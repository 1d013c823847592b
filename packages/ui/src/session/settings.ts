import type { Brand, SignInWays } from '@grimoire/protocol';

/** The extension of the host, or why there is none. Addresses are relative to the page. */
export type ExtensionSettings =
  | { readonly kit: string; readonly entry: string; readonly styles: readonly string[] }
  | { readonly problem: string };

/**
 * The settings that the service writes into its page: those that it declares with `inPage`. What only one file reads of them, that file adds to this
 * interface.
 */
export interface PageSettings {
  /** The address of the API, such as `/api/`. */
  readonly api: string;
  readonly csrfCookie: string;
  /** The maximum page size of the service. */
  readonly maxPageSize: number;
  /** The nonce of the page's own style sheets. */
  readonly nonce: string;
  /** Whether the host application may sign users in, without a cookie of the service. */
  readonly hasHostSessions: boolean;
  /** Whether users sign in here. */
  readonly hasSignIn: boolean;
  /** The ways to sign in here. */
  readonly signIn: SignInWays;
  /** The address where users sign in otherwise. */
  readonly signInUrl: string | null;
  /** Whether nothing could be changed when the page was loaded. */
  readonly isReadOnly: boolean;
  /** The hosts that pictures are loaded from, such as `images.example.com`. */
  readonly imageHosts: readonly string[];
  /** The hosts to which links of actions may lead, beside that of the page. */
  readonly linkHosts: readonly string[];
  /** The languages that users may choose, the usual one first: a newer service may have some that are unknown here. */
  readonly languages: readonly string[];
  readonly brand: Brand;
  readonly extension?: ExtensionSettings;
}

/** The settings of the page. */
export function settingsOf(page: Document): PageSettings {
  return JSON.parse(page.querySelector<HTMLMetaElement>('meta[name=grimoire]')?.content ?? '{}') as PageSettings;
}
