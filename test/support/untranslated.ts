import type { Page } from 'playwright-core';

/** What a page shows or reads out: its texts, and the attributes that are read out. Times, addresses and what users typed are none. */
const shownTexts = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const place = node.parentElement;
    if (!place || place.closest('script, style, noscript, time, kbd, code, pre, [lang], .cm-editor')) continue;
    texts.push(node.data);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-roledescription], [aria-valuetext]')) {
    if (element.closest('time, .cm-editor')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription', 'aria-valuetext'])
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
  }
  return [document.title, ...texts];
})()`;

/** Collects what the service has answered to a page: the names and the values of rows are its own. */
export class ServedTexts {
  readonly #texts = new Set<string>();
  readonly #pending = new Set<Promise<void>>();

  /** @param known texts that the page has from elsewhere, such as its brand */
  constructor(page: Page, known: readonly string[] = []) {
    for (const text of known) this.#texts.add(plain(text));
    page.on('response', (response) => {
      if (!response.url().includes('/api/')) return;
      const read = response
        .json()
        .then((body: unknown) => this.#add(body))
        .catch(() => undefined)
        .finally(() => this.#pending.delete(read));
      this.#pending.add(read);
    });
  }

  #add(value: unknown): void {
    if (typeof value === 'string') this.#texts.add(plain(value));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        // Widgets name their columns by names alone.
        this.#texts.add(plain(name.replaceAll('_', ' ')));
        this.#add(member);
      }
    }
  }

  /** The texts of the page that are neither marked as translated nor from the service. */
  async othersOn(page: Page): Promise<readonly string[]> {
    await Promise.all(this.#pending);
    const texts = await page.evaluate<readonly string[]>(shownTexts);
    const rest = texts.flatMap((text) => text.split(/⟦[^⟧]*⟧| · /)).map(plain);
    return [...new Set(rest.filter((text) => /\p{L}{2}/u.test(text) && !this.#texts.has(text)))];
  }
}

function plain(text: string): string {
  return text
    .trim()
    .replace(/[:：]$/, '')
    .toLowerCase();
}
