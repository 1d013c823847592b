import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { ListBase } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kindOf } from '../../kinds/registry.ts';
import { fakeService, InDashboard } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import { Columns } from './columns.tsx';
import { SelectionProvider } from '../selection/selection.tsx';
import { SheetProvider } from '../sheet/sheet-context.tsx';

const number = field('number', { type: 'IntegerField' });
const schema = schemaOf('shop.Order', [field('name'), number]);
const rows = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Order ${index + 1}`,
  number: index,
  _label: `Order ${index + 1}`,
}));

/** The list, and the keys of the rows that have rendered since the last call. */
async function shown() {
  const { Cell } = kindOf(number);
  const rendered = vi.spyOn(kindOf(number), 'Cell').mockImplementation(Cell as () => null);
  const service = fakeService([schema], {
    'GET r/shop.Order/': () => ({ body: { count: 20, next: null, previous: null, results: rows } }),
  });
  const list = (
    <InDashboard service={service}>
      <ListBase resource="shop.Order" exporter={false} disableSyncWithLocation>
        <SheetProvider>
          <SelectionProvider schema={schema}>
            <Columns schema={schema} isMain />
          </SelectionProvider>
        </SheetProvider>
      </ListBase>
    </InDashboard>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: list }])} />);
  await screen.findByText('Order 20');
  const rowsRendered = (): unknown[] => {
    const ids = rendered.mock.calls.map(([props]) => (props as { readonly row: { readonly id?: unknown } }).row.id);
    rendered.mockClear();
    return [...new Set(ids)];
  };
  expect(rowsRendered()).toHaveLength(20);
  return { rowsRendered };
}

describe('the columns of a list', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('render one row when it is ticked', async () => {
    const { rowsRendered } = await shown();
    fireEvent.click(within(screen.getByText('Order 7').closest('tr') as HTMLElement).getByRole('checkbox'));
    await screen.findByText('1 selected');
    expect(rowsRendered()).toEqual([7]);
  });

  it('have rows and ticks of plain elements: styles of their own for each are what makes a list slow', async () => {
    await shown();
    const row = screen.getByText('Order 7').closest('tr') as HTMLElement;
    expect([row, ...row.querySelectorAll('*')].filter(({ className }) => className.includes('css-'))).toEqual([]);
  });

  it('render no row when one of them gets another width', async () => {
    const { rowsRendered } = await shown();
    const edge = screen.getByRole('separator', { name: 'Width of Number' });
    fireEvent.keyDown(edge, { key: 'ArrowRight' });
    expect(document.querySelector<HTMLElement>('.table-scroll')?.style.getPropertyValue('--w3')).toBe('64px');
    expect(rowsRendered()).toEqual([]);
  });

  it('render no row while a cell of the sheet moves, and one row when its cell is changed', async () => {
    const { rowsRendered } = await shown();
    const cellOf = (text: string) => screen.getByText(text).closest('td') as HTMLElement;
    screen.getByText('Order 7').closest('a')?.focus();
    const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    press('ArrowDown');
    await waitFor(() => expect(document.activeElement).toBe(cellOf('Order 8')));
    rowsRendered();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'Home']) press(key);
    expect(document.activeElement).toBe(cellOf('Order 8'));
    expect(rowsRendered()).toEqual([]);
    press('Enter');
    const input = await screen.findByRole('textbox', { name: 'Name of Order 8' });
    fireEvent.change(input, { target: { value: 'Order eight' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    await screen.findByText('1 cell in 1 row');
    expect(cellOf('Order eight').hasAttribute('data-changed')).toBe(true);
    expect(rowsRendered()).toEqual([8]);
  });
});
