import { createServer, type Server } from 'node:http';
import { toNodeHandler } from 'grimoire';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { makeBooks, startLibrary } from '../support/library.ts';
import { listenAtFreePort } from '../support/listening.ts';
import { password, type TestService } from '../support/service.ts';

describe('the viewer of the OpenAPI document', () => {
  let service: TestService;
  let server: Server;
  let browser: Browser;
  let origin = '';
  beforeAll(async () => {
    service = await startLibrary({ dialect: 'sqlite', books: makeBooks(5) });
    await service.superuser();
    server = createServer(toNodeHandler(service.admin));
    origin = `http://127.0.0.1:${await listenAtFreePort(server)}`;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => void server.close(resolve));
    await service.close();
  });

  it('signs in, shows what one may ask for, and asks nobody else', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${origin}/api/docs/`);
    await page.getByLabel('Username').fill('root');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No active staff account').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'lib.Book', exact: true }).click();
    await page.locator('[data-path="/r/lib.Book/{pk}/history/"]').waitFor();
    expect(asked.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([]);
    // The browser says of each 401 that there was one: the first look, and the wrong password.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await page.screenshot({ path: process.env['SCREENSHOT'] ?? '/dev/null', type: 'png' });
    await page.close();
  });

  it('answers with a policy that lets nothing else in, and with its own files only', async () => {
    const answer = await fetch(`${origin}/api/docs/`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
    expect((await answer.text()).match(/https?:/g)).toBeNull();
    for (const path of ['', 'init.js', 'swagger-ui.css']) {
      const { headers } = await fetch(`${origin}/api/docs/${path}`);
      expect([path, headers.get('cross-origin-opener-policy'), headers.get('cross-origin-resource-policy')]).toEqual([
        path,
        'same-origin',
        'same-origin',
      ]);
      expect(headers.get('permissions-policy')).toContain('camera=(), ');
    }
    for (const file of ['package.json', '..%2Finit.js', 'constructor', 'swagger-ui.js'])
      expect([file, (await fetch(`${origin}/api/docs/${file}`)).status]).toEqual([file, 404]);
  });
});
