import type { FieldSchema } from '@grimoire/protocol';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { Notice } from '../../layout/notice.tsx';
import { fakeService, InDashboard } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import { QuickEdit } from './quick-edit.tsx';

const fields = [field('sku'), field('price'), field('note', { type: 'TextField' })];
const schema = schemaOf('shop.Thing', fields);

/** The window in which a value of a row is changed, and a function that opens it anew, by default for all fields. */
function quickEdit() {
  const service = fakeService([schema], {
    'GET r/shop.Thing/7/': () => ({ body: { id: 7, sku: 'BAC-0003', price: '15.90', note: 'Two\nlines' }, etag: '"1"' }),
    'PATCH r/shop.Thing/7/': () => ({ body: { id: 7 } }),
  });
  const onClose = vi.fn<() => void>();
  const shown = { schema, record: { id: 7, _label: 'Bacon' } as never, anchor: document.body, onClose };
  let times = 0;
  const page = (offered: readonly FieldSchema[]) => (
    <MemoryRouter>
      <InDashboard service={service}>
        <QuickEdit key={(times += 1)} {...shown} fields={offered} />
        <Notice />
      </InDashboard>
    </MemoryRouter>
  );
  const { rerender } = render(page(fields));
  const saved = (): unknown[] => service.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return { onClose, saved, questions: service.questions, open: (offered = fields) => rerender(page(offered)) };
}

const input = (name: string): Promise<HTMLInputElement> => screen.findByRole<HTMLInputElement>('textbox', { name });
const chosenField = (): string | null => screen.getByRole('combobox', { name: 'Field' }).textContent;
const selected = ({ selectionStart, selectionEnd, value }: HTMLInputElement): string => value.slice(selectionStart ?? 0, selectionEnd ?? 0);

async function choose(name: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Field' }));
  fireEvent.click(await screen.findByRole('option', { name }));
}

describe('the change of a value in its list', () => {
  it('begins at the field that was changed last, whose text is replaced by what is typed', async () => {
    const { open, saved, onClose } = quickEdit();
    expect(selected(await input('Sku'))).toBe('BAC-0003');
    await choose('Price');
    fireEvent.change(await input('Price'), { target: { value: '16.90' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    open();
    const price = await input('Price');
    expect(chosenField()).toBe('Price');
    await waitFor(() => expect(document.activeElement).toBe(price));
    expect(selected(price)).toBe('15.90');
    expect(saved()).toEqual([{ price: '16.90' }]);
  });

  it('asks for the field where the one that was changed last is closed in this row', async () => {
    const { open, onClose } = quickEdit();
    await choose('Price');
    await input('Price');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    open(fields.filter(({ name }) => name !== 'price'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Field' })));
    expect(screen.queryByRole('textbox')).toBeNull();
    // A value that is pointed at is the one that is changed.
    open(fields.filter(({ name }) => name === 'sku'));
    await input('Sku');
  });

  it('stays at a click beside it once something is typed', async () => {
    const { onClose, saved } = quickEdit();
    const clickBeside = (): void => {
      fireEvent.click(document.querySelector('.MuiBackdrop-root') as Element);
    };
    fireEvent.change(await input('Sku'), { target: { value: 'BAC-0004' } });
    for (const _ of [1, 2]) clickBeside();
    expect(screen.getByRole('alert').textContent).toContain('What you entered is still here.');
    expect((await input('Sku')).value).toBe('BAC-0004');
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.change(await input('Sku'), { target: { value: 'BAC-0003' } });
    expect(screen.queryByRole('alert')).toBeNull();
    clickBeside();
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(saved()).toEqual([]);
  });

  it('asks before another field takes away what was typed, and saves by Ctrl S', async () => {
    const { saved, questions } = quickEdit();
    fireEvent.change(await input('Sku'), { target: { value: 'BAC-0004' } });
    await choose('Price');
    expect(questions.asked?.title).toBe('Discard 1 change?');
    questions.answer(null);
    expect([chosenField(), (await input('Sku')).value]).toEqual(['Sku', 'BAC-0004']);
    await choose('Price');
    questions.answer('discard');
    fireEvent.change(await input('Price'), { target: { value: '16.90' } });
    expect(fireEvent.keyDown(await input('Price'), { key: 's', ctrlKey: true })).toBe(false);
    await waitFor(() => expect(saved()).toEqual([{ price: '16.90' }]));
  });

  it('says by Ctrl S that nothing is saved where a menu is open above it', async () => {
    const { saved } = quickEdit();
    await input('Sku');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Field' }));
    expect(fireEvent.keyDown(await screen.findByRole('option', { name: 'Price' }), { key: 's', ctrlKey: true })).toBe(false);
    await screen.findByText('Not saved: first close what is open above the form.');
    expect(saved()).toEqual([]);
  });
});
