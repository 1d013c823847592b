import type { HomeDashboardConfig } from 'grimoire';
import { salesNorth } from './models/region-scope.ts';

const order = 'sales.Order';
/** Sums of different currencies are no sum. */
const euros = { currency: 'EUR' } as const;

/** The home page of the demo: what each group works with. */
export const shopHome: readonly HomeDashboardConfig[] = [
  {
    name: 'sales',
    title: 'Sales',
    groups: ['Support', salesNorth],
    cards: [
      { title: 'Orders', number: { model: order, period: { by: 'placedAt', days: 30 } } },
      {
        title: 'Revenue, EUR',
        number: { model: order, of: { sum: 'total' }, filters: euros, unit: 'EUR', period: { by: 'placedAt', days: 30 } },
      },
      { title: 'Open orders', number: { model: order, filters: { status: ['new', 'paid'] } } },
      { title: 'Invoices overdue', number: { model: 'billing.Invoice', filters: { isPaid: false, dueOn__lt: 'today' } } },
      {
        title: 'Revenue a day, EUR',
        series: { model: order, of: { sum: 'total' }, by: 'placedAt', last: 30, kind: 'area', filters: euros, unit: 'EUR' },
      },
      { title: 'Orders by status', breakdown: { model: order, by: 'status', top: 6 } },
      {
        title: 'Unpaid invoices',
        width: 'two-thirds',
        table: {
          model: 'billing.Invoice',
          columns: ['number', 'customer', 'dueOn', 'total', 'currency'],
          filters: { isPaid: false },
          ordering: 'dueOn',
          limit: 6,
        },
      },
      {
        title: 'Go to',
        links: [
          { label: 'Orders of today', model: order, filters: { placedAt__gte: 'today' } },
          {
            label: 'Refunded orders',
            note: 'of the last 30 days',
            model: order,
            filters: { status: 'refunded', placedAt__gte: 'today-30' },
          },
          { label: 'Customers', model: 'crm.Customer' },
        ],
      },
      { widget: 'recent-activity' },
    ],
  },
  {
    name: 'stock',
    title: 'Stock',
    groups: ['Support', 'Warehouse'],
    cards: [
      { title: 'Products', number: { model: 'catalog.Product' } },
      { title: 'Places with low stock', number: { model: 'inventory.StockLevel', filters: { quantity__lt: 20 } } },
      {
        title: 'Low stock',
        table: {
          model: 'inventory.StockLevel',
          columns: ['product', 'warehouse', 'quantity', 'reserved'],
          filters: { quantity__lt: 20 },
          ordering: 'quantity',
          limit: 8,
        },
      },
      {
        title: 'Movements a week',
        width: 'half',
        series: { model: 'inventory.Movement', by: 'happenedAt', each: 'week', last: 12, kind: 'bar' },
      },
      { title: 'Movements by warehouse', width: 'half', breakdown: { model: 'inventory.Movement', by: 'warehouse' } },
    ],
  },
  { name: 'overview', title: 'Overview', cards: [{ widget: 'model-counts' }, { widget: 'recent-audit' }] },
];
