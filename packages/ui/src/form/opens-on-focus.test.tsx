import type { FieldSchema } from '@grimoire/protocol';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, SaveButton } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field, schemaOf } from '../testing/schemas.ts';
import { FieldInput } from './field-input.tsx';

const rows = { count: 1, next: null, previous: null, results: [{ id: 1, _label: 'Tea' }] };
const answers = {
  'GET r/shop.Tag/': () => ({ body: rows }),
  'GET r/shop.Tag/autocomplete/': () => ({ body: { results: [{ value: 1, label: 'Tea' }], has_more: false } }),
};
const choices = Array.from({ length: 13 }, (_, index) => [`c${index}`, `Choice ${index}`] as const);

const pickers: readonly (readonly [string, Partial<FieldSchema>, unknown])[] = [
  ['of a row', { type: 'ForeignKey', related_model: 'shop.Tag' }, null],
  ['of rows', { type: 'ManyToManyField', related_model: 'shop.Tag' }, null],
  ['of a choice among many', { choices }, null],
];

/** A form that the service refuses. */
function refused(one: FieldSchema, value: unknown): void {
  render(
    <InDashboard service={fakeService([schemaOf('shop.Tag', [field('name')])], answers)}>
      <Form record={{ id: 1, it: value }} onSubmit={() => ({ it: 'No.' })}>
        <FieldInput field={one} />
        <SaveButton alwaysEnable />
      </Form>
    </InDashboard>,
  );
}

describe('a picker', () => {
  it.each(pickers)('shows what is wrong with it, and no list over that: %s', async (_what, more, value) => {
    refused(field('it', { ...more, required: true }), value);
    const picker = await screen.findByRole('combobox', { name: 'It' });
    fireEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
    expect(await screen.findByText(/^(Required|No\.)$/)).toBeTruthy();
    // As the form does, once it has drawn the errors.
    act(() => picker.focus());
    await waitFor(() => expect(document.activeElement).toBe(picker));
    expect(picker.getAttribute('aria-expanded')).toBe('false');
    fireEvent.keyDown(picker, { key: 'ArrowDown' });
    await waitFor(() => expect(picker.getAttribute('aria-expanded')).toBe('true'));
  });

  it.each(pickers)('opens its list where nothing is wrong with it: %s', async (_what, more, value) => {
    refused(field('it', more), value);
    const picker = await screen.findByRole('combobox', { name: 'It' });
    act(() => picker.focus());
    await waitFor(() => expect(picker.getAttribute('aria-expanded')).toBe('true'));
  });
});
