import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { ListBase } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { fakeService, InDashboard } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import { Totals, TotalsButton } from './totals.tsx';

const amount = (name: string, currency: string) =>
  field(name, { type: 'DecimalField', widget: { kind: 'money', currency: { field: currency } } });
const currencies = (name: string, more: object) => field(name, { type: 'CharField', ...more });

/** The cells of the totals of these fields, once they have been asked for. */
async function totalsOf(fields: Parameters<typeof schemaOf>[1], groups: readonly object[]) {
  const schema = schemaOf('shop.Order', fields);
  const service = fakeService([schema], {
    'GET r/shop.Order/': () => ({ body: { count: 0, next: null, previous: null, results: [] } }),
    'GET r/shop.Order/aggregate/': () => ({ body: { count: 2, complete: true, groups } }),
  });
  render(
    <MemoryRouter>
      <InDashboard service={service}>
        <ListBase resource="shop.Order" exporter={false} disableSyncWithLocation>
          <TotalsButton schema={schema} />
          <table>
            <Totals traits={{ schema, columns: schema.fields, isTickable: false, opening: undefined } as never} />
          </table>
        </ListBase>
      </InDashboard>
    </MemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Totals' }));
  return screen.findAllByRole('cell');
}

describe('the totals of amounts in several currencies', () => {
  it('are none where the service can not group by the currency', async () => {
    for (const more of [{}, { max_length: 300 }]) {
      const [price] = await totalsOf([amount('price', 'currency'), currencies('currency', more)], []);
      expect(price?.textContent).toContain('no total');
      cleanup();
    }
  });

  it('are made where an amount of a related row stands before them, whose currency makes no groups', async () => {
    const related = { ...amount('team__budget', 'team__currency'), related: 'value' as const };
    const groups = [{ value: 'EUR', count: 2, sum: { price: '5.00' } }];
    const own = [amount('price', 'currency'), currencies('currency', { max_length: 3 })];
    const [, , price] = await totalsOf([related, currencies('team__currency', { max_length: 3, related: 'value' }), ...own], groups);
    await within(price as HTMLElement).findByText(/5\.00/);
  });

  it('are none, unless one is chosen, where nothing says what the numbers are of', async () => {
    const [price, weight] = await totalsOf(
      [
        field('price', { type: 'DecimalField', widget: { kind: 'money', currency: 'EUR' } }),
        field('weight', { type: 'DecimalField' }),
        field('ratio', { type: 'FloatField' }),
      ],
      [],
    );
    expect([price?.textContent, weight?.textContent]).toEqual([expect.stringContaining('Sum'), expect.stringContaining('no total')]);
    fireEvent.click(within(weight as HTMLElement).getByRole('button'));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Average' }));
    expect(weight?.textContent).toContain('Average');
  });

  it('have no amount of rows without a currency', async () => {
    const groups = [
      { value: 'EUR', count: 1, sum: { price: '5.00' } },
      { value: null, count: 1, sum: { price: '3.00' } },
      { value: '', count: 1, sum: { price: '4.00' } },
    ];
    const [price] = await totalsOf([amount('price', 'currency'), currencies('currency', { max_length: 3 })], groups);
    await within(price as HTMLElement).findByText(/5\.00/);
    expect(price?.textContent).not.toMatch(/[34]\.00/);
    expect(price?.textContent).toContain('no total');
  });

  it('are those of one currency field', async () => {
    const fields = [amount('price', 'currency'), amount('cost', 'cost_currency')];
    const short = ['currency', 'cost_currency'].map((name) => currencies(name, { max_length: 3 }));
    const groups = [
      { value: 'EUR', count: 1, sum: { price: '5.00' } },
      { value: 'USD', count: 1, sum: { price: '3.00' } },
    ];
    const [price, cost] = await totalsOf([...fields, ...short], groups);
    await within(price as HTMLElement).findByText(/3\.00/);
    expect(price?.textContent).toMatch(/5\.00/);
    expect(cost?.textContent).toContain('no total');
  });
});
