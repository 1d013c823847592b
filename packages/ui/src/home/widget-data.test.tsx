import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { field, schemaOf } from '../testing/schemas.ts';
import { WidgetData } from './widget-data.tsx';

const order = schemaOf('shop.Order', [field('number')]);
const row = { id: 4, model: 'shop.Order', key: '7', text: 'A-7', created_at: '2026-03-01T10:00:00Z' };

function shown(data: unknown) {
  render(
    <InDashboard service={fakeService([order])}>
      <WidgetData data={data} />
    </InDashboard>,
  );
  return within(screen.getByRole('table'));
}

describe('the rows of a widget', () => {
  it('are shown by the columns that the widget describes, each by its kind', async () => {
    const columns = [
      field('model', { verbose_name: 'kind', widget: { kind: 'model' } }),
      field('text', { verbose_name: 'row', widget: { kind: 'row', model: 'model', key: 'key' } }),
      field('created_at', { verbose_name: 'when', type: 'DateTimeField' }),
    ];
    const table = shown({ columns, rows: [row, { ...row, id: 5, key: '', text: '3 orders' }] });
    const link = await table.findByRole('link', { name: 'A-7' });
    expect(link.getAttribute('href')).toMatch(/\/shop\.Order\/7$/);
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Kind', 'Row', 'When']);
    expect(table.getAllByText('Order')).toHaveLength(2);
    expect(table.queryByRole('link', { name: '3 orders' })).toBeNull();
    expect(table.getAllByTitle(/2026-03-01T10:00:00Z/)).toHaveLength(2);
  });

  it('are text where nothing is said of them, whatever they are called', () => {
    const table = shown({ rows: [row] });
    expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['4', 'shop.Order', '7', 'A-7', row.created_at]);
    expect(table.getAllByRole('columnheader').at(-1)?.textContent).toBe('Created at');
  });
});
