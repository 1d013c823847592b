/** What the service tells its page (`http/dashboard.ts` of the server). */
export interface PageSettings {
  /** Where the API is, such as `/api/`. */
  readonly api: string;
  readonly csrfCookie: string;
  /** The longest page that the service gives. */
  readonly maxPageSize: number;
  /** Lets the page's own style sheets in. */
  readonly nonce: string;
  /** Whether one may be signed in by the host, without a cookie of the service. */
  readonly hasHostSessions: boolean;
  /** Whether one signs in here. */
  readonly hasSignIn: boolean;
  /** Where one signs in otherwise. */
  readonly signInUrl: string | null;
  readonly brand: { readonly name: string; readonly accent: string };
}

/** Those of a page. */
export function settingsOf(page: Document): PageSettings {
  return JSON.parse(page.querySelector<HTMLMetaElement>('meta[name=grimoire]')?.content ?? '{}') as PageSettings;
}
