import type { FieldSchema } from '@grimoire/protocol';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, SaveButton } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { FieldInput } from '../form/field-input.tsx';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field } from '../testing/schemas.ts';

/** A form with one field; `sent` gets what it would send. */
function formWith(one: Partial<FieldSchema>, value: unknown): { readonly sent: unknown[]; readonly input: HTMLInputElement } {
  const sent: unknown[] = [];
  render(
    <InDashboard service={fakeService([])}>
      <Form record={{ id: 1, it: value }} onSubmit={({ it: saved }: { it?: unknown }) => void sent.push(saved)}>
        <FieldInput field={field('it', one)} />
        <SaveButton alwaysEnable />
      </Form>
    </InDashboard>,
  );
  return { sent, input: screen.getByRole<HTMLInputElement>('textbox', { name: 'It' }) };
}

const enter = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));

/** Every kind of field whose values are texts, by what its schema says. */
const kinds: readonly Partial<FieldSchema>[] = [
  { type: 'CharField' },
  { type: 'TextField' },
  { type: 'SlugField' },
  { type: 'EmailField' },
  { type: 'URLField' },
  { type: 'UUIDField' },
  { type: 'GenericIPAddressField' },
  { type: 'FileField' },
  { widget: { kind: 'phone' } },
  { widget: { kind: 'color' } },
  { widget: { kind: 'markdown' } },
  { type: 'ForeignKey', related_model: 'shop.Hidden' },
];

describe('the input of a text', () => {
  it.each(kinds)('shows the lines of a text, and changes nothing but what is changed: %o', async (one) => {
    const { sent, input } = formWith(one, ' one\r\n\ttwo\u0001\r\nthree ');
    expect(input.value).toBe(' one\n\ttwo\u0001\nthree ');
    enter(input, ' one\n\ttwo\u0001\nthree! ');
    save();
    await waitFor(() => expect(sent).toEqual([' one\r\n\ttwo\u0001\r\nthree! ']));
  });

  it.each(kinds)('keeps the outer spaces and the characters of one line: %o', async (one) => {
    const { sent, input } = formWith(one, ' a\tb@exämple.com\u0001 ');
    expect(input.value).toBe(' a\tb@exämple.com\u0001 ');
    enter(input, ' a\tbc@exämple.com\u0001 ');
    save();
    await waitFor(() => expect(sent).toEqual([' a\tbc@exämple.com\u0001 ']));
  });

  it.each<[FieldSchema['type'], string, string]>([
    ['DateField', 'infinity', '-infinity'],
    ['DateField', '0044-03-15 BC', '0045-03-15 BC'],
    ['DateField', '12026-03-15', '12027-03-15'],
    ['TimeField', '24:00:00', '23:00:00'],
    ['TimeField', '08:30:00.123456', '09:30:00.123456'],
    ['DateTimeField', '-infinity', 'infinity'],
    ['DateTimeField', '12026-03-15T08:30:00Z', '12027-03-15T08:30:00Z'],
    ['DateTimeField', '-000044-03-15T08:30:00Z', '0044-03-15T08:30:00Z'],
  ])('shows a %s that no input of the browser can: %s', async (type, value, next) => {
    const { sent, input } = formWith({ type }, value);
    expect(input.value).toBe(value);
    enter(input, next);
    save();
    await waitFor(() => expect(sent).toEqual([next]));
  });

  it('holds more than fits its column, and says so before it is sent', async () => {
    const { sent, input } = formWith({ max_length: 4 }, 'far too long');
    enter(input, 'far too long!');
    expect(input.value).toBe('far too long!');
    fireEvent.blur(input);
    expect(await screen.findByText('At most 4 characters.')).toBeTruthy();
    save();
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(sent).toEqual([]);
    // As the database counts them.
    enter(input, '😀😀😀😀');
    save();
    await waitFor(() => expect(sent).toEqual(['😀😀😀😀']));
  });

  it('lets a stored text that is too long be', async () => {
    const { sent } = formWith({ max_length: 4 }, 'far too long');
    save();
    await waitFor(() => expect(sent).toEqual(['far too long']));
  });
});
