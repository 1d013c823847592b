import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { Notice } from '../../layout/notice.tsx';
import { fakeService, InDashboard } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import { QuickEdit } from './quick-edit.tsx';

const sku = field('sku');
const status = field('status', {
  choices: [
    ['new', 'New'],
    ['old', 'Old'],
  ],
});
const schema = schemaOf('shop.Thing', [sku, status]);

/** The window in which a value of a row is changed. */
function quickEdit(shownField = sku) {
  const service = fakeService([schema], {
    'GET r/shop.Thing/7/': () => ({ body: { id: 7, sku: 'BAC-0003', status: 'new' }, etag: '"1"' }),
    'PATCH r/shop.Thing/7/': () => ({ body: { id: 7 } }),
  });
  const onClose = vi.fn<() => void>();
  const shown = { schema, record: { id: 7, _label: 'Bacon' } as never, anchor: document.body, onClose };
  render(
    <MemoryRouter>
      <InDashboard service={service}>
        <QuickEdit {...shown} field={shownField} />
        <Notice />
      </InDashboard>
    </MemoryRouter>,
  );
  const saved = (): unknown[] => service.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return { onClose, saved };
}

const input = (name: string): Promise<HTMLInputElement> => screen.findByRole<HTMLInputElement>('textbox', { name });
const selected = ({ selectionStart, selectionEnd, value }: HTMLInputElement): string => value.slice(selectionStart ?? 0, selectionEnd ?? 0);

describe('the change of a value in its list', () => {
  it('has its text selected: what is typed replaces it', async () => {
    quickEdit();
    const typedInto = await input('Sku');
    await waitFor(() => expect(document.activeElement).toBe(typedInto));
    expect(selected(typedInto)).toBe('BAC-0003');
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

  it('saves by Ctrl S', async () => {
    const { saved } = quickEdit();
    fireEvent.change(await input('Sku'), { target: { value: 'BAC-0004' } });
    expect(fireEvent.keyDown(await input('Sku'), { key: 's', ctrlKey: true })).toBe(false);
    await waitFor(() => expect(saved()).toEqual([{ sku: 'BAC-0004' }]));
  });

  it('says by Ctrl S that nothing is saved where a menu is open above it', async () => {
    const { saved } = quickEdit(status);
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Status' }));
    expect(fireEvent.keyDown(await screen.findByRole('option', { name: 'Old' }), { key: 's', ctrlKey: true })).toBe(false);
    await screen.findByText('Not saved: first close what is open above the form.');
    expect(saved()).toEqual([]);
  });
});
