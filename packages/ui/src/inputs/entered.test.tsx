import type { FieldSchema } from '@grimoire/protocol';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, SaveButton } from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field, schemaOf } from '../testing/schemas.ts';
import { FieldInput } from '../form/field-input.tsx';

const tags = [
  { id: 1, _label: 'Tea' },
  { id: 2, _label: 'Milk' },
  { id: 3, _label: 'Milk' },
];
const answers = {
  'GET r/shop.Tag/': () => ({ body: { count: 3, next: null, previous: null, results: tags } }),
  'GET r/shop.Tag/autocomplete/': () => ({
    body: { results: tags.map(({ id, _label: label }) => ({ value: id, label })), has_more: false },
  }),
};
const choices = Array.from(
  { length: 13 },
  (_, index) => [`c${index}`, index > 10 ? 'Milk' : index === 1 ? 'Tea' : `Choice ${index}`] as const,
);

const pickers: readonly (readonly [string, Partial<FieldSchema>, unknown, unknown])[] = [
  ['of a row', { type: 'ForeignKey', related_model: 'shop.Tag' }, null, 1],
  ['of rows', { type: 'ManyToManyField', related_model: 'shop.Tag' }, [2], [2, 1]],
  ['of a choice among many', { choices }, null, 'c1'],
];
const choose = 'Choose from the list, or empty the text.';

/** A form with one input. @returns the values that it has saved */
function form(one: FieldSchema, value: unknown, answer?: object): unknown[] {
  const saved: unknown[] = [];
  const submit = (values: Record<string, unknown>): object | undefined => {
    saved.push(values['it']);
    return answer;
  };
  render(
    <InDashboard service={fakeService([schemaOf('shop.Tag', [field('name')])], answers)}>
      <Form record={{ id: 1, it: value }} onSubmit={submit}>
        <FieldInput field={one} />
        <SaveButton alwaysEnable />
      </Form>
    </InDashboard>,
  );
  return saved;
}

const save = (): unknown => fireEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
const picker = (): Promise<HTMLInputElement> => screen.findByRole<HTMLInputElement>('combobox', { name: 'It' });
const isOpen = async (): Promise<boolean> => (await picker()).getAttribute('aria-expanded') === 'true';

/** Types into the picker, and waits for its list. */
async function type(text: string): Promise<void> {
  act(() => screen.getByRole('combobox', { name: 'It' }).focus());
  fireEvent.change(await picker(), { target: { value: text } });
  await screen.findAllByRole('option');
}

describe.each(pickers)('what is typed into a picker %s', (_what, more, before, after) => {
  it('is refused by a save where it is nothing of the list, or may be one of two; it stays, and no list covers the message', async () => {
    const saved = form(field('it', more), before);
    await picker();
    for (const text of ['Te', 'Milk']) {
      await type(text);
      save();
      await screen.findByText(choose);
      expect([(await picker()).value, await isOpen(), document.activeElement === (await picker()), saved]).toEqual([text, false, true, []]);
    }
    // What is emptied is nothing more to be chosen.
    fireEvent.change(await picker(), { target: { value: '' } });
    await waitFor(() => expect(screen.queryByText(choose)).toBeNull());
    save();
    await waitFor(() => expect(saved).toEqual([before]));
  });

  it('is picked by a save where it is the text of one option', async () => {
    const saved = form(field('it', more), before);
    await picker();
    await type('Tea');
    save();
    await waitFor(() => expect(saved).toEqual([after]));
    expect((await picker()).value).toBe(Array.isArray(after) ? '' : 'Tea');
    expect(screen.queryByText(choose)).toBeNull();
  });

  it('is said to be none when the picker is left, until something is chosen', async () => {
    const saved = form(field('it', more), before);
    await picker();
    await type('Te');
    act(() => document.querySelector<HTMLElement>('[role=combobox]')?.blur());
    await screen.findByText(choose);
    await type('Tea');
    fireEvent.click(await screen.findByRole('option', { name: 'Tea' }));
    await waitFor(() => expect(screen.queryByText(choose)).toBeNull());
    save();
    await waitFor(() => expect(saved).toEqual([after]));
  });

  it('is given up by Escape, once the list is closed', async () => {
    const [value, text] = Array.isArray(before) ? [before, ''] : [after, 'Tea'];
    const saved = form(field('it', more), value);
    await waitFor(async () => expect((await picker()).value).toBe(text));
    await type('Mi');
    save();
    await screen.findByText(choose);
    fireEvent.keyDown(await picker(), { key: 'Escape' });
    await waitFor(async () => expect((await picker()).value).toBe(text));
    await waitFor(() => expect(screen.queryByText(choose)).toBeNull());
    expect(document.activeElement).toBe(await picker());
    save();
    await waitFor(() => expect(saved).toEqual([value]));
  });

  it('begins in a list that the keyboard opens by a key, and not by coming', async () => {
    form(field('it', { ...more, required: true }), before, { it: 'No.' });
    const input = await picker();
    save();
    await screen.findByText(/^(Required|No\.)$/);
    act(() => input.focus());
    expect(await isOpen()).toBe(false);
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    await waitFor(async () => expect(await isOpen()).toBe(true));
  });
});

describe('an input of the browser', () => {
  it('is refused while it has a part of a day', async () => {
    const saved = form(field('it', { type: 'DateField' }), '2026-05-01');
    const input = screen.getByLabelText<HTMLInputElement>('It');
    const validity = vi.spyOn(input, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState);
    save();
    await screen.findByText('Complete it, or empty it.');
    expect(saved).toEqual([]);
    validity.mockRestore();
    save();
    await waitFor(() => expect(saved).toEqual(['2026-05-01']));
  });
});
