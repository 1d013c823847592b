import type { Admin } from 'grimoire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBooks, startLibrary } from '../support/library.ts';
import type { TestService } from '../support/service.ts';

describe('the files of the dashboard', () => {
  let service: TestService;
  let admin: Admin;
  beforeAll(async () => {
    service = await startLibrary({
      dialect: 'sqlite',
      books: makeBooks(1),
      settings: { brand: { name: 'Books & <Friends>', accent: '#123456' } },
    });
    admin = service.admin;
  });
  afterAll(() => service.close());

  const page = (path = '/', options: Parameters<Admin['ui']>[0] = {}): Promise<Response> =>
    admin.ui({ path, ...options }).fetch(new Request(`http://localhost${path}`));

  it('are one page that tells where the API is, under a policy that lets nothing else in', async () => {
    const answer = await page();
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(text).toContain('<title>Books &#38; &#60;Friends&#62;</title>');
    expect(text).toContain('&#34;api&#34;:&#34;/api/&#34;');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|https?:\/\//);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(text).toContain(nonce);
    expect((await page()).headers.get('content-security-policy')).not.toContain(nonce);
  });

  it('tell the page of the documentation of the host, and whether superusers are told what is new', async () => {
    expect(await (await page()).text()).toContain('&#34;helpUrl&#34;:null,&#34;whatsNew&#34;:true');
    const settings = { helpUrl: 'https://help.example.com/admin', whatsNew: false };
    const other = await startLibrary({ dialect: 'sqlite', books: makeBooks(1), settings });
    const text = await (await other.admin.ui().fetch(new Request('http://localhost/'))).text();
    expect(text).toContain('&#34;helpUrl&#34;:&#34;https://help.example.com/admin&#34;,&#34;whatsNew&#34;:false');
    await other.close();
  });

  it('are of this origin alone, and ask the browser for no device', async () => {
    const ui = admin.ui();
    const text = await (await page()).text();
    const [, script] = /src="\.\/([^"]+)"/.exec(text) ?? [];
    for (const path of ['/', `/${script}`, '/nothing']) {
      const { headers } = await ui.fetch(new Request(`http://localhost${path}`));
      expect([path, headers.get('cross-origin-opener-policy'), headers.get('cross-origin-resource-policy')]).toEqual([
        path,
        'same-origin',
        'same-origin',
      ]);
      expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual(['nosniff', 'same-origin']);
      for (const name of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
        expect(headers.get('permissions-policy')?.split(', ')).toContain(`${name}=()`);
    }
  });

  it('are kept for ever under names that change with them, and are less than 450 kB to load at first', async () => {
    const sources = [...(await (await page()).text()).matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, source]) => source ?? '');
    expect(sources.length).toBeGreaterThan(0);
    let size = 0;
    for (const source of sources) {
      const ask = (codings: string): Promise<Response> =>
        admin.ui().fetch(new Request(`http://localhost/${source}`, { headers: { 'Accept-Encoding': codings } }));
      const best = await ask('gzip, deflate, br, zstd');
      const answer = await ask('gzip');
      expect(best.headers.get('content-encoding')).toBe('br');
      expect((await best.arrayBuffer()).byteLength).toBeLessThan(Number(answer.headers.get('content-length')));
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      const bytes = (await answer.arrayBuffer()).byteLength;
      expect(String(bytes)).toBe(answer.headers.get('content-length'));
      size += bytes;
      const plain = await admin.ui().fetch(new Request(`http://localhost/${source}`));
      expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
      expect((await plain.arrayBuffer()).byteLength).toBeGreaterThan(bytes);
    }
    expect(size).toBeLessThan(450_000);
  });

  it('are nothing but themselves: what else is asked for is not there', async () => {
    const ui = admin.ui({ path: '/staff/' });
    const paths = [
      '/',
      '/staff/nothing',
      '/staff/assets/',
      '/staff/assets/..%2findex.html',
      '/staff/assets/../../package.json',
      '/staff/index.html',
    ];
    for (const path of paths) expect([path, (await ui.fetch(new Request(`http://localhost${path}`))).status]).toEqual([path, 404]);
    const written = await ui.fetch(new Request('http://localhost/staff/', { method: 'POST' }));
    expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await ui.fetch(new Request('http://localhost/staff/', { method: 'HEAD' }));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('are found from the page with a slash at its end and without, and neither address redirects to the other', async () => {
    const ui = admin.ui({ path: '/in/staff%20only/' });
    for (const path of ['/in/staff%20only', '/in/staff%20only/', '/in/staff%20only?x=1']) {
      const answer = await ui.fetch(new Request(`http://localhost${path}`));
      expect([path, answer.status]).toEqual([path, 200]);
      const sources = [...(await answer.text()).matchAll(/(?:src|href)="(\.[^"]+)"/g)].map(([, source]) => source ?? '');
      expect(sources.length).toBeGreaterThan(0);
      for (const source of sources) {
        const { href } = new URL(source, `http://localhost${path}`);
        expect([href, (await ui.fetch(new Request(href))).status]).toEqual([href, 200]);
      }
    }
  });

  it('load the scripts of the host, escaped', async () => {
    const text = await (await page('/', { scripts: ['/own.js', '/a"b.js'] })).text();
    expect(text).toContain('<script src="/own.js"></script><script src="/a&#34;b.js"></script>');
  });

  it('stand beside the API wherever that is', async () => {
    const kindOf = async (base: string, path: string): Promise<string> => {
      const answer = await admin
        .mountedAt(base)
        .withDashboard()
        .fetch(new Request(`http://localhost${path}`));
      return `${answer.status} ${answer.headers.get('content-type')?.split(';')[0]}`;
    };
    expect(await kindOf('/api/', '/')).toBe('200 text/html');
    expect(await kindOf('/api/', '/api/config/')).toBe('200 application/json');
    expect(await kindOf('/api/', '/api')).toBe('401 application/json');
    expect(await kindOf('/api/', '/apis')).toBe('404 text/plain');
    expect(await kindOf('/', '/config/')).toBe('200 application/json');
    expect(await kindOf('/', '/ui/')).toBe('200 text/html');
    expect(await kindOf('/', '/')).toBe('401 application/json');
    expect(await kindOf('/internal/api/', '/internal/api/config/')).toBe('200 application/json');
    expect(await kindOf('/internal/api/', '/internal/')).toBe('200 text/html');
    expect(await kindOf('/internal/api/', '/internal')).toBe('200 text/html');
    expect(await kindOf('/internal/api/', '/')).toBe('404 text/plain');
  });
});
