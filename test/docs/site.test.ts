import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { siteLink } from '../../site/links.ts';
import { sidebarOf } from '../../site/sidebar.ts';
import { slugOf } from '../../site/slug.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = globSync('docs/**/*.md', { cwd: root }).map((page) => page.replaceAll('\\', '/'));
const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```/gms, '');

/** The anchors of a page, of which a repeated one has a number. */
function anchorsOf(file: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(read(file)).matchAll(/^#+ (.+)$/gm)) {
    const slug = slugOf(heading.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, ''));
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

describe('the page of contents', () => {
  it('lists every page once, and is the sidebar of the site', () => {
    const listed = sidebarOf(read('docs/README.md')).flatMap(({ items = [] }) =>
      items.map(({ link = '' }) => `docs${link.replace(/\/$/, '/README')}.md`),
    );
    // Decisions are listed by their own README (decisions.test.ts).
    const elsewhere = /^docs\/(README|explanation\/decisions\/(?!README)[\w-]+)\.md$/;
    expect(listed.toSorted()).toEqual(pages.filter((page) => !elsewhere.test(page)).toSorted());
  });

  it('becomes parts with their pages', () => {
    expect(sidebarOf('# T\n\nText [a](a.md)\n\n## Empty\n\n## How to\n\n- [`node:http`](how-to/a.md): more\n- [B](b/README.md)\n')).toEqual(
      [
        {
          text: 'How to',
          collapsed: false,
          items: [
            { text: 'node:http', link: '/how-to/a' },
            { text: 'B', link: '/b/' },
          ],
        },
      ],
    );
  });
});

describe('links', () => {
  it.each(['README.md', 'CONTRIBUTING.md', ...pages])('%s links to headings that there are', (page) => {
    for (const [, path = '', anchor = ''] of withoutCode(read(page)).matchAll(/\]\(([^)#:\s]*)#([^)]+)\)/g)) {
      const file = path === '' ? page : posix.join(dirname(page), path);
      expect([page, file, anchor, anchorsOf(file).has(anchor)]).toEqual([page, file, anchor, true]);
    }
  });

  it('of pages lead to pages, or to copies of files that the repository has', () => {
    let copies = 0;
    for (const page of pages) {
      for (const [, href = ''] of withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
        const { file } = siteLink(page.replace(/^docs\//, ''), href);
        if (file === undefined) continue;
        copies += 1;
        expect([page, file, existsSync(join(root, file))]).toEqual([page, file, true]);
      }
    }
    expect(copies).toBeGreaterThan(0);
  });

  it('are translated', () => {
    expect(siteLink('how-to/mount.md', 'hosts/next.md#x')).toEqual({ href: 'hosts/next.md#x' });
    expect(siteLink('how-to/mount.md', '#x')).toEqual({ href: '#x' });
    expect(siteLink('how-to/mount.md', 'https://example.com/')).toEqual({ href: 'https://example.com/' });
    expect(siteLink('how-to/mount.md', '../README.md#new')).toEqual({ href: '../#new' });
    expect(siteLink('how-to/hosts/next.md', '../../../CHANGELOG.md#x')).toEqual({
      href: '/repository/CHANGELOG.md.txt',
      file: 'CHANGELOG.md',
    });
    expect(() => siteLink('a.md', '../../secret.txt')).toThrow('outside of the repository');
  });
});

it('an anchor is that of a repository view', () => {
  const anchors = ['model(table, key, config)', 'What’s new in 0.2?', 'A  b', 'node:http', 'snake_case Änne'].map(slugOf);
  expect(anchors).toEqual(['modeltable-key-config', 'whats-new-in-02', 'a--b', 'nodehttp', 'snake_case-änne']);
});

it('the site is no workspace, and its lock file has exact versions and no address of a registry', () => {
  const { packages } = JSON.parse(read('site/package-lock.json')) as { packages: Record<string, { version?: string; resolved?: string }> };
  expect((JSON.parse(read('package-lock.json')) as { packages: object }).packages).not.toHaveProperty('node_modules/vitepress');
  for (const [path, { version, resolved }] of Object.entries(packages)) {
    if (path !== '') expect([path, typeof version, resolved]).toEqual([path, 'string', undefined]);
  }
});
