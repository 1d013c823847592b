import type { SavedView } from '@grimoire/protocol';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ListBase, useListContext } from 'react-admin';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { fakeService, InDashboard } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import { ViewsBar } from './views-bar.tsx';

const schema = schemaOf('shop.Order', [field('id'), field('status')]);
const paid: SavedView = {
  id: 5,
  model: 'shop.Order',
  name: 'Paid',
  query: 'status=paid',
  display: {},
  sharing: { kind: 'all' },
  is_default: false,
  is_own: false,
  may_change: true,
  problems: {},
  etag: '"1"',
};

function Filters() {
  const { setFilters, filterValues } = useListContext();
  return (
    <>
      <output>{JSON.stringify(filterValues)}</output>
      <button type="button" onClick={() => setFilters({})}>
        Remove
      </button>
      <button type="button" onClick={() => setFilters({ status: 'sent' })}>
        Sent
      </button>
    </>
  );
}

/** The way to another address. */
function Links() {
  return [home, all].map((to) => (
    <Link key={to} to={to}>
      {to}
    </Link>
  ));
}

const home = '/home';
const all = `/shop.Order?${new URLSearchParams({ filter: '{}', sort: 'id', order: 'ASC' }).toString()}`;

function showList(): void {
  const service = fakeService([schema], {
    'GET views/': () => ({ body: { views: [paid], defaults: {}, may_share: null } }),
    'GET r/shop.Order/': () => ({ body: { count: 0, next: null, previous: null, results: [] } }),
  });
  const list = (
    <ListBase resource="shop.Order" exporter={false}>
      <ViewsBar schema={schema} />
      <Filters />
    </ListBase>
  );
  render(
    <MemoryRouter initialEntries={['/shop.Order']}>
      <InDashboard service={service}>
        <Links />
        <Routes>
          <Route path={home} element={<h1>Home</h1>} />
          <Route path="/shop.Order" element={list} />
        </Routes>
      </InDashboard>
    </MemoryRouter>,
  );
}

const press = (name: string): unknown => fireEvent.click(screen.getByRole('button', { name }));

/** Waits until the list has these filters, and one view is current. @returns its name. */
async function currentWith(filter: string): Promise<string | undefined> {
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(filter));
  await screen.findByRole('button', { name: 'All' });
  return screen.getAllByRole('button', { current: true }).map((button) => button.textContent)[0];
}

describe('a view', () => {
  it('is left with its last filter: what the list shows then can not be saved in its place', async () => {
    showList();
    await screen.findByRole('button', { name: 'Paid' });
    press('Paid');
    expect(await currentWith('{"status":"paid"}')).toBe('Paid');
    press('Sent');
    expect(await currentWith('{"status":"sent"}')).toContain('Paid');
    press('Remove');
    expect(await currentWith('{}')).toBe('All');
    press('Sent');
    expect(await currentWith('{"status":"sent"}')).toBe('All');
    expect(screen.queryByRole('button', { name: 'Change the view Paid' })).toBeNull();
  });

  it('is left where one comes back to all rows from elsewhere', async () => {
    showList();
    await screen.findByRole('button', { name: 'Paid' });
    press('Paid');
    expect(await currentWith('{"status":"paid"}')).toBe('Paid');
    fireEvent.click(screen.getByRole('link', { name: home }));
    await screen.findByRole('heading', { name: 'Home' });
    fireEvent.click(screen.getByRole('link', { name: all }));
    expect(await currentWith('{}')).toBe('All');
    press('Sent');
    expect(await currentWith('{"status":"sent"}')).toBe('All');
  });
});
