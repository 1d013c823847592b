import { fireEvent, render, screen, within } from '@testing-library/react';
import { ListBase } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kindOf } from '../../kinds/registry.ts';
import { fakeService, InDashboard } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import { Columns } from './columns.tsx';
import { SelectionProvider } from '../selection/selection.tsx';

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
  render(
    <MemoryRouter>
      <InDashboard service={service}>
        <ListBase resource="shop.Order" exporter={false} disableSyncWithLocation>
          <SelectionProvider schema={schema}>
            <Columns schema={schema} isMain />
          </SelectionProvider>
        </ListBase>
      </InDashboard>
    </MemoryRouter>,
  );
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
});
