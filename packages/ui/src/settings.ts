/** What the service tells its page (`ui/page.ts` of the server). */
interface PageSettings {
  /** Where the API is, such as `/api/`. */
  readonly api: string;
  readonly csrfCookie: string;
  /** Lets the page's own style sheets in. */
  readonly nonce: string;
  readonly brand: { readonly name: string; readonly accent: string };
}

/** Of this page. */
export const pageSettings = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=grimoire]')?.content ?? '{}') as PageSettings;
