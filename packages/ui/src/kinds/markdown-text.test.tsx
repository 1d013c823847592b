import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { MarkdownText } from './markdown-text.tsx';

function shown(text: string): HTMLElement {
  const { container } = render(
    <InDashboard service={fakeService([])}>
      <MarkdownText text={text} />
    </InDashboard>,
  );
  return container;
}

describe('a text in Markdown', () => {
  it('is formatted', () => {
    const element = shown('# Title\n\nSome *soft* and **strong** `code`.\n\n1. one\n2. two\n\n> said\n\n```\nlet x\n```');
    expect(element.querySelector('.heading')?.textContent).toBe('Title');
    expect(['em', 'strong', 'p > code', 'ol', 'blockquote', 'pre'].map((name) => element.querySelector(name)?.textContent)).toEqual([
      'soft',
      'strong',
      'code',
      'onetwo',
      'said',
      'let x',
    ]);
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it.each([
    ['<script>window.__xss = 1</script>', 'script'],
    ['<img src=x onerror="window.__xss = 1">', 'img'],
    ['Some <b onclick="x">bold</b> word', 'b'],
    ['<iframe src="https://example.com"></iframe>', 'iframe'],
    ['[x](javascript:alert(1))', 'a'],
    ['[x](JaVaScRiPt:alert(1))', 'a'],
    ['[x](java&#10;script:alert(1))', 'a'],
    ['[x]( data:text/html,1 )', 'a'],
    ['[x](//evil.test)', 'a'],
    ['<javascript:alert(1)>', 'a'],
    ['[x][y]\n\n[y]: javascript:alert(1)', 'a'],
    ['![x](javascript:alert(1))', 'img'],
    ['![x](https://evil.test/a.png)', 'img'],
    ['![x][y]\n\n[y]: https://evil.test/a.png', 'img'],
  ])('makes nothing of %s', (text, element) => {
    expect(shown(text).querySelector(element)).toBeNull();
  });

  it('shows HTML as it is written', () => {
    expect(shown('a <b>c</b>').textContent).toBe('a <b>c</b>');
  });

  it('has links to the web, to mail and to telephones, which tell nothing of the page', () => {
    shown(
      '[w](https://example.com) [m](mailto:a@b.example) [t](tel:+491) [r][y] <https://example.com/auto>\n\n[y]: http://example.com/ref',
    );
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com',
      'mailto:a@b.example',
      'tel:+491',
      'http://example.com/ref',
      'https://example.com/auto',
    ]);
    expect(links.every((link) => link.rel === 'noopener noreferrer' && link.target === '_blank')).toBe(true);
  });

  it('has pictures of the hosts that the settings name', () => {
    const picture = shown('![A cat](https://images.example.com/cat.png)').querySelector('img');
    expect([picture?.alt, picture?.getAttribute('referrerpolicy')]).toEqual(['A cat', 'no-referrer']);
  });

  it('is not formatted without end', () => {
    const list = Array.from({ length: 30 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n');
    expect(shown(list).textContent).toContain('…');
    expect(shown(`${'> '.repeat(5000)}deep`).querySelector('blockquote')).toBeNull();
    expect(shown('*a*'.repeat(50_000)).querySelector('em')).toBeNull();
  });
});
