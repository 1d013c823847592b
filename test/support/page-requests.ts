import type { Locator, Page } from 'playwright-core';

/** The answer of the API to a GET of `path`, with the session of the page. */
export function ask(page: Page, path: string): Promise<any> {
  return page.evaluate(async (asked) => (await fetch(asked)).json(), `/api/r/${path}`);
}

/** Sends a write outside of the page's form, with the session of the page. */
export function change(page: Page, method: string, path: string, body: object): Promise<any> {
  return page.evaluate(
    async (request) => {
      const { document } = globalThis as unknown as { document: { cookie: string } };
      const token = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': token };
      const answer = await fetch(request.path, { method: request.method, headers, body: JSON.stringify(request.body) });
      return answer.json();
    },
    { method, path: `/api/r/${path}`, body },
  );
}

/** The button with exactly this name. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}
