import type { FieldSchema } from '@grimoire/protocol';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field, schemaOf } from '../testing/schemas.ts';
import { Cell } from './cell.tsx';

function shown(more: Partial<FieldSchema>, value: unknown, beside: Readonly<Record<string, unknown>> = {}): HTMLElement {
  const { container } = render(
    <InDashboard service={fakeService([])}>
      <Cell field={field('it', more)} record={{ id: 1, it: value, ...beside }} />
    </InDashboard>,
  );
  return container;
}

/** Its text with one kind of spaces. */
function textOf(element: HTMLElement): string {
  return (element.textContent ?? '').replaceAll(/\s/g, ' ');
}

describe('the cell of a number', () => {
  it.each<[string, Partial<FieldSchema>, unknown, string]>([
    ['a key', { type: 'BigAutoField' }, 123456, '123456'],
    ['a count', { type: 'IntegerField' }, 123456, '123,456'],
    ['a bar code', { type: 'BigIntegerField', grouping: false }, 4006381333931, '4006381333931'],
    ['a decimal', { type: 'DecimalField' }, '1234567.10', '1,234,567.10'],
    ['euros', { type: 'DecimalField', widget: { kind: 'money', currency: 'EUR' } }, '1234.50', '€1,234.50'],
    ['money of the row', { type: 'DecimalField', widget: { kind: 'money', currency: { field: 'coin' } } }, '9.90', 'SEK 9.90'],
    ['cents', { type: 'IntegerField', widget: { kind: 'money', currency: 'EUR', minorUnits: 2 } }, 123456, '€1,234.56'],
    ['a part', { type: 'IntegerField', widget: { kind: 'progress' } }, 45, '45%'],
  ])('%s is written for people', (_, more, value, text) => {
    expect(textOf(shown(more, value, { coin: 'SEK' }))).toBe(text);
  });
});

describe('the cell of a key that is drawn at random', () => {
  const uuid = '8f14e45f-ceea-467f-a0e6-1bd36c3d2f0b';

  it('is its beginning in a list, and whole on demand', () => {
    const record = { id: uuid, it: uuid };
    render(
      <InDashboard service={fakeService([])}>
        <Cell field={field('it', { type: 'UUIDField', verbose_name: 'id' })} record={record} canOpen />
      </InDashboard>,
    );
    expect(screen.getByText('8f14e45f…')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'All of Id' }));
    expect(screen.getByText(uuid)).toBeTruthy();
  });

  it.each<[string, string, string]>([
    ['clx3p9s0y0000v8l4c1q2w3e4', 'clx3p9s0y0000v8l4c1q2w3e4', 'clx3p9s0…'],
    // Not the key, and a key that people chose.
    ['clx3p9s0y0000v8l4c1q2w3e4', '1', 'clx3p9s0y0000v8l4c1q2w3e4'],
    ['summer-sale', 'summer-sale', 'summer-sale'],
  ])('%s in the row %s is shown as %s', (value, id, text) => expect(textOf(shown({}, value, { id }))).toBe(text));
});

describe('the cell of a text that is more', () => {
  it.each<[NonNullable<FieldSchema['widget']>['kind'] & ('link' | 'email' | 'phone'), string, string | null]>([
    ['link', 'https://example.com/a', 'https://example.com/a'],
    ['link', 'javascript:alert(1)', null],
    ['link', 'data:text/html,x', null],
    ['email', 'ada@example.com', 'mailto:ada@example.com'],
    ['email', 'a@b?bcc=c', 'mailto:a@b%3Fbcc%3Dc'],
    ['phone', '+49 (30) 1234-56', 'tel:+4930123456'],
    ['phone', 'javascript:1', null],
  ])('%s: %s leads to %s', (kind, value, address) => {
    shown({ widget: { kind } }, value);
    expect(screen.queryByRole('link')?.getAttribute('href') ?? null).toBe(address);
  });

  it('is a picture only of a host that the settings name', () => {
    const widget = { kind: 'image', shape: 'round' } as const;
    const picture = shown({ widget }, 'https://images.example.com/ada.png').querySelector('img');
    expect(['referrerpolicy', 'loading', 'width', 'height'].map((name) => picture?.getAttribute(name))).toEqual([
      'no-referrer',
      'lazy',
      '28',
      '28',
    ]);
    const other = shown({ type: 'URLField', widget }, 'https://example.com/ada.png');
    expect(other.querySelector('img')).toBeNull();
    expect(other.querySelector('a')?.rel).toBe('noopener noreferrer');
  });

  it('is a link where its picture can not be loaded', () => {
    const cell = shown({ type: 'ImageField' }, 'https://images.example.com/gone.png');
    fireEvent.error(cell.querySelector('img') as HTMLImageElement);
    expect(cell.querySelector('img')).toBeNull();
    expect(screen.getByRole('link', { name: 'images.example.com/gone.png' })).toBeTruthy();
  });

  it.each([
    ['#1b58b0', true],
    ['rgb(1 2 3 / 50%)', true],
    ['url(https://example.com)', false],
    ['var(--x)', false],
    ['red;color:blue', false],
  ])('%s has a swatch: %s', (value, has) => {
    const cell = shown({ widget: { kind: 'color' } }, value);
    expect(cell.querySelector('[data-swatch]') !== null).toBe(has);
    expect(textOf(cell)).toBe(value);
  });
});

describe('the cell of a long text', () => {
  const long = 'word '.repeat(40).trim();

  it('shows all of it in its place by a button, where it may have one', () => {
    render(<Cell field={field('note')} record={{ id: 1, note: long }} canOpen />);
    const button = screen.getByRole('button', { name: 'All of Note' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText(long)).toBeNull();
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText(long)).toBeTruthy();
  });

  it('has no button inside of a link, and none where it is short', () => {
    render(<Cell field={field('note')} record={{ id: 1, note: long }} />);
    render(<Cell field={field('note')} record={{ id: 1, note: 'short' }} canOpen />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the cell of no value', () => {
  it.each<[unknown, Readonly<Record<string, unknown>>, string]>([
    [null, {}, '—'],
    [undefined, {}, '—'],
    ['', {}, 'empty'],
    ['', { it_display: 'None of them' }, 'None of them'],
  ])('%j is told from others', (value, beside, text) => {
    expect(shown({ choices: [['', 'None of them']] }, value, beside).textContent).toBe(text);
  });
});

describe('the cells of a list', () => {
  const choices: FieldSchema['choices'] = [
    ['paid', 'Paid'],
    ['open', 'Open'],
  ];

  it.each<[string, Partial<FieldSchema>, unknown]>([
    ['no value', {}, null],
    ['the empty text', {}, ''],
    ['a text', {}, 'Ada'],
    ['a number', { type: 'IntegerField' }, 12],
    ['money', { type: 'DecimalField', widget: { kind: 'money', currency: 'EUR' } }, '1234.50'],
    ['a status', { choices }, 'paid'],
    ['a boolean', { type: 'BooleanField' }, true],
    ['a time', { type: 'DateTimeField' }, '2026-03-04T05:06:07Z'],
    ['a day', { type: 'DateField' }, '2026-03-04'],
    ['an address of mail', { widget: { kind: 'email' } }, 'ada@example.com'],
    ['an address', { type: 'URLField' }, 'https://example.com'],
    ['a number of a telephone', { widget: { kind: 'phone' } }, '+49 30 1234'],
    ['a color', { widget: { kind: 'color' } }, '#aabbcc'],
  ])('%s is made of plain elements, which need no styles of their own', (_, more, value) => {
    const cell = shown(more, value);
    expect(textOf(cell)).not.toBe('');
    expect(styledIn(cell)).toEqual([]);
  });

  it('the name of a row is made of plain elements, which need no styles of their own', async () => {
    const { container } = render(
      <MemoryRouter>
        <InDashboard service={fakeService([schemaOf('crm.Customer', [field('name')])])}>
          <Cell field={field('it', { type: 'ForeignKey', related_model: 'crm.Customer' })} record={{ id: 1, it: 7, it_label: 'Ada' }} />
        </InDashboard>
      </MemoryRouter>,
    );
    await screen.findByRole('link', { name: 'Ada' });
    expect(styledIn(container)).toEqual([]);
  });
});

/** The elements that have styles of their own, without icons. */
function styledIn(cell: HTMLElement): readonly string[] {
  return [...cell.querySelectorAll('[class*="css-"]:not(svg)')].map((element) => element.outerHTML);
}
