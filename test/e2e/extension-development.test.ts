/** The development server of an extension: an edit is shown in the open page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { review } from '../../examples/extended/review-model.ts';
import { reviewsSql } from '../../examples/extended/reviews.ts';
import { root } from '../support/command.ts';
import { startBrowser } from '../support/browser.ts';
import { exampleExtension } from '../support/extension.ts';
import { listening } from '../support/listening.ts';
import { password, startService } from '../support/service.ts';
import { signedIn } from '../support/staff-page.ts';
import { serviceForAll } from '../support/started-service.ts';

describe('an extension that is being developed', () => {
  const { service } = serviceForAll(() => startService({ dialect: 'sqlite', setup: reviewsSql, models: [review] }));
  const folder = mkdtempSync(join(root, 'test', 'tmp-extension-'));
  let site: Awaited<ReturnType<typeof listening>>;
  let vite: ChildProcess;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let origin = '';

  beforeAll(async () => {
    for (const name of ['src', 'vite.config.ts', 'package.json'])
      cpSync(join(exampleExtension, name), join(folder, name), { recursive: true });
    // It has never been built.
    site = await listening(service.admin, { extension: join(folder, 'dist/admin-ui') });
    vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', '0'], {
      cwd: folder,
      env: { ...process.env, GRIMOIRE_SERVICE: site.origin, NODE_ENV: 'development', NO_COLOR: '1' },
    });
    origin = await new Promise((resolve, reject) => {
      let printed = '';
      vite.stdout?.on('data', (text: Buffer) => {
        printed += text.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
        if (found) resolve(found);
      });
      vite.on('exit', () => reject(new Error(printed)));
    });
    browser = await startBrowser();
  });
  afterAll(async () => {
    vite.kill();
    await browser.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows an edit in the open page, under the same policy, and keeps what was entered', async () => {
    await using staff = await signedIn(browser, { at: `${origin}/`, address: '#/shop.Review/2', username: 'root', password });
    const { page } = staff;
    await page.getByRole('button', { name: '4 of 5', pressed: true }).waitFor();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Not saved yet');
    const file = join(folder, 'src/stars.tsx');
    writeFileSync(file, readFileSync(file, 'utf8').replace("? '★' : '☆'", "? '●' : '○'"));
    await page.getByRole('group', { name: 'Stars' }).getByText('○').waitFor();
    expect(await title.inputValue()).toBe('Not saved yet');
    const style = join(folder, 'src/extended.css');
    writeFileSync(style, `${readFileSync(style, 'utf8')}\n.stars button { color: rgb(1, 2, 3); }\n`);
    const star = page.getByRole('button', { name: '5 of 5' });
    await expect.poll(() => star.evaluate((button) => (globalThis as any).getComputedStyle(button).color)).toBe('rgb(1, 2, 3)');
    expect(await title.inputValue()).toBe('Not saved yet');
    const policy = (await page.request.get(`${origin}/`)).headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self' 'nonce-[^']+'; /);
  });
});
