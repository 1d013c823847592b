import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Markup that runs, loads or navigates in a page that does not treat it as text. */
export const markup = [
  `"><img src="https://elsewhere.example/a.png" onerror="window.__xss=1">`,
  `<script>window.__xss=2;alert(2)</script>`,
  `<svg/onload="window.__xss=3;alert(3)">`,
  `</title></textarea></style><iframe src="javascript:parent.__xss=4"></iframe>`,
  `<a href="javascript:window.__xss=5">x</a>`,
  `[x](javascript:window.__xss=6) ![i](https://elsewhere.example/b.png) [y](//elsewhere.example/)`,
  `{{constructor.constructor('window.__xss=7')()}} \${window.__xss=8} %{message} ||||`,
].join(' ');

/** A hostile text that begins with a word by which the test finds it. */
export function hostile(word: string): string {
  return `${word} ${markup}`;
}

/** Addresses that run a program if a link has them. */
export const badAddresses: readonly string[] = [
  'javascript:window.__xss=10',
  'JaVaScRiPt://%0Awindow.__xss=11',
  ' javascript:window.__xss=12',
  'java\tscript:window.__xss=13',
  '\u0001javascript:window.__xss=14',
  'data:text/html,<script>parent.__xss=15</script>',
  'vbscript:msgbox(16)',
  'blob:null/17',
  'file:///etc/passwd',
  '//elsewhere.example/18',
];

/** Runs in the page before its own scripts. */
const watch = `
  globalThis.__violations = [];
  document.addEventListener('securitypolicyviolation', (event) => globalThis.__violations.push(event.violatedDirective + ' ' + event.blockedURI));
`;

/** Descriptions of what hostile values have done in a page: empty for a correct page. */
const look = `(() => {
  const found = [];
  if (globalThis.__xss !== undefined) found.push('ran ' + globalThis.__xss);
  for (const violation of globalThis.__violations ?? ['not watched']) found.push('only the policy stopped ' + violation);
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName;
    if (['iframe', 'object', 'embed', 'base', 'frame', 'portal'].includes(name)) found.push('element ' + name);
    if (name === 'script' && new URL(element.src || 'inline:').origin !== location.origin) found.push('script ' + element.src);
    if (name === 'img' && !element.src.startsWith('data:image/') && !element.src.startsWith(location.origin + '/')) found.push('image ' + element.src);
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/i.test(attribute)) found.push('handler ' + attribute + '=' + value);
      if (['href', 'xlink:href', 'action', 'formaction', 'srcdoc', 'data', 'ping'].includes(attribute)) {
        const target = URL.canParse(value, location.href) ? new URL(value, location.href) : null;
        const isOurs = target?.origin === location.origin;
        const isOutward = name === 'a' && ['http:', 'https:'].includes(target?.protocol);
        const isMail = name === 'a' && target?.protocol === 'mailto:' && target.search === '';
        const isIcon = name === 'link' && element.rel === 'icon' && /^data:(,|image\\/svg\\+xml,)/.test(value) && !/script|%20on|href/i.test(value);
        if (!isOurs && !isOutward && !isMail && !isIcon) found.push('address ' + value);
        if (isOutward && !isOurs && !/noopener.*noreferrer/.test(element.rel)) found.push('rel "' + element.rel + '" of ' + value);
      }
    }
  }
  return found;
})()`;

/** Watches a page from its start, and records dialogs of the browser. */
export interface Watched {
  /** Expects that the hostile values in the page had no effect; each word begins a value that must be visible. */
  expectHarmless(...words: readonly string[]): Promise<void>;
}

export async function watched(page: Page): Promise<Watched> {
  const dialogs: string[] = [];
  const opened: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(`${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => opened.push(popup.url()));
  await page.addInitScript(watch);
  return {
    async expectHarmless(...words) {
      for (const word of words)
        await page
          .getByText(new RegExp(`${word} \\\\?">`))
          .first()
          .waitFor({ state: 'attached' });
      expect([...dialogs, ...opened, ...(await page.evaluate<string[]>(look))]).toEqual([]);
    },
  };
}
