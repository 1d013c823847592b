import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ListBase, Notification } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { fakeService, InDashboard } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import { BulkDelete } from './bulk-delete.tsx';
import { BulkEdit } from './bulk-edit.tsx';
import { SelectionContext } from '../../actions/selection-context.ts';
import { TrashActions } from './trash-actions.tsx';

const schema = schemaOf('shop.Order', [field('id', { editable: false }), field('note')], {
  soft_delete: { field: 'deleted_at', restore: true, purge: true },
});

interface Table {
  readonly count: number;
  readonly isExact: boolean;
  /** The rows that there are. */
  readonly real?: number;
}

/** The buttons for all rows that match; `sent` are the requests after those of the list. */
async function buttonsFor({ count, isExact, real = count }: Table) {
  const service = fakeService([schema], {
    'GET r/shop.Order/': ({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size'))];
      if (page > 1 && (page - 1) * size >= real) return { status: 404, body: { detail: 'Invalid page.' } };
      const results = Array.from({ length: Math.max(0, Math.min(size, real - (page - 1) * size)) }, (_, at) => ({
        id: (page - 1) * size + at + 1,
      }));
      const isLast = page * size >= real;
      return { body: { count: isLast ? real : count, count_exact: isExact || isLast, next: isLast ? null : 'x', previous: null, results } };
    },
    'POST r/shop.Order/bulk/': ({ body }) => ({ body: { restored: (body as { ids: unknown[] }).ids.length } }),
  });
  render(
    <MemoryRouter>
      <InDashboard service={service}>
        <ListBase resource="shop.Order" exporter={false} disableSyncWithLocation perPage={25}>
          <SelectionContext value={{ schema, isAll: true, setAll: () => undefined }}>
            <BulkEdit />
            <BulkDelete />
            <TrashActions />
          </SelectionContext>
        </ListBase>
        <Notification />
      </InDashboard>
    </MemoryRouter>,
  );
  await waitFor(() => expect(service.sent.some(({ path }) => path.startsWith('r/shop.Order/?'))).toBe(true));
  await screen.findByRole('button', { name: 'Edit' });
  // The list has drawn its count.
  await waitFor(() => expect(service.queryClient.isFetching()).toBe(0));
  const before = service.sent.length;
  return { sent: () => service.sent.slice(before).map(({ method, path }) => `${method} ${path}`) };
}

const tooMany = /At most 10,000 rows can be changed at once: these are (about )?20,000\./;

describe('all rows that match', () => {
  it.each(['Edit', 'Delete', 'Restore', 'Delete for good'])(
    'that are too many are refused before anything is asked for: %s',
    async (name) => {
      const { sent } = await buttonsFor({ count: 20_000, isExact: true });
      fireEvent.click(screen.getByRole('button', { name }));
      expect(await screen.findByText(tooMany)).toBeTruthy();
      expect([sent(), screen.queryByRole('dialog')]).toEqual([[], null]);
    },
  );

  it('whose number is an estimate are refused after one request', async () => {
    const { sent } = await buttonsFor({ count: 20_000, isExact: false });
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText(tooMany)).toBeTruthy();
    expect(sent()).toEqual(['GET r/shop.Order/?_cut=1&ordering=pk&page=10001&page_size=1']);
  });

  it('that are fewer than estimated are changed', async () => {
    const { sent } = await buttonsFor({ count: 20_000, isExact: false, real: 300 });
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('300 orders restored.')).toBeTruthy();
    expect(sent()).toContain('POST r/shop.Order/bulk/');
  });
});
