/** What a browser keeps between requests. */
export class Browser {
  readonly #origin: string;
  readonly #base: string;
  readonly #jar = new Map<string, string>();

  constructor(origin: string, base: string) {
    this.#origin = origin;
    this.#base = base;
  }

  /** Another browser with the cookies of this one. */
  copy(): Browser {
    const browser = new Browser(this.#origin, this.#base);
    for (const [name, value] of this.#jar) browser.#jar.set(name, value);
    return browser;
  }

  get csrf(): string {
    return this.#jar.get('csrftoken') ?? '';
  }

  /** Sends a request as a page of this origin does, with JSON or a form, and follows redirects, five at most. */
  async ask(path: string, init: { readonly method?: string; readonly body?: unknown } = {}): Promise<Response> {
    let url = new URL(path.startsWith('http') ? path : `${this.#base}${path}`, this.#origin);
    let request = init;
    for (let hops = 0; hops <= 5; hops++) {
      const response = await this.#send(url, request);
      const location = response.headers.get('location');
      if (location === null || response.status < 300 || response.status >= 400) return response;
      await response.body?.cancel();
      url = new URL(location, url);
      // As browsers do after a form.
      if (response.status <= 303) request = {};
    }
    throw new Error(`${path} redirects for ever.`);
  }

  async #send(url: URL, { method = 'GET', body }: { readonly method?: string; readonly body?: unknown }): Promise<Response> {
    const headers: Record<string, string> = {
      cookie: Array.from(this.#jar, ([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined || body instanceof URLSearchParams ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { origin: this.#origin, 'x-csrftoken': this.csrf }),
    };
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
    return response;
  }
}
