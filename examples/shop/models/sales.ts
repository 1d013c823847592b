import { type HookContext, inline, model, sql } from 'grimoire';
import { currency, orderStatus } from '../schema/choices.ts';
import type { ShopTables } from '../schema/tables.ts';
import { regionScope } from './region-scope.ts';

/** What was sold, and how. */
export function salesModels(tables: ShopTables) {
  return [
    orderModel(tables),
    model(tables.orderLines, 'sales.OrderLine', {
      searchFields: ['order.number', 'product.name', 'product.sku'],
      listFilter: ['product.category', 'order.status'],
      ordering: ['-order', 'position'],
      rows: regionScope('order.customer.region'),
      hooks: {
        preview: 'safe',
        async beforeSave({ row, transaction }) {
          if (row.position !== null || row.order === null) return {};
          return { position: await nextPosition(transaction, row.order) };
        },
        afterSave: ({ row, transaction }) => updateTotal(transaction, row.order),
        afterDelete: ({ row, transaction }) => updateTotal(transaction, row.order),
      },
      suggest: {
        async product({ value, database }) {
          if (value === null) return {};
          const [product] = await database.selectFrom('catalog_product').select('price').where('id', '=', value).execute();
          return product ? { unitPrice: Number(product['price']).toFixed(2) } : {};
        },
      },
      fields: {
        position: { type: 'SmallIntegerField', required: false, helpText: 'Given by the shop: after the last line.' },
        quantity: { type: 'SmallIntegerField' },
        unitPrice: { maxDigits: 10, decimalPlaces: 2 },
        discount: { maxDigits: 5, decimalPlaces: 2, helpText: 'In per cent.' },
      },
    }),
    model(tables.channels, 'sales.Channel', {
      listFilter: ['isOnline'],
      ordering: ['name'],
      fields: {
        commission: { maxDigits: 5, decimalPlaces: 2, helpText: 'In per cent of the total.' },
        openedOn: { type: 'DateField' },
      },
    }),
    model(tables.coupons, 'sales.Coupon', {
      label: 'code',
      ordering: ['code'],
      validate: ({ validFrom, validUntil }) =>
        validUntil !== null && validUntil < validFrom ? { validUntil: 'Ends before it begins.' } : undefined,
      fields: {
        percent: { type: 'SmallIntegerField' },
        validFrom: { type: 'DateField' },
        validUntil: { type: 'DateField' },
        regions: { type: 'ArrayField', helpText: 'None means everywhere.' },
      },
    }),
  ];
}

/** An order's total is the sum of its lines, after each change of a line. */
async function updateTotal(transaction: HookContext['transaction'], order: number | string): Promise<void> {
  const total = sql`(SELECT coalesce(round(sum(quantity * unit_price * (1 - discount / 100.0)), 2), 0) FROM sales_order_line WHERE order_id = ${order})`;
  await transaction.updateTable('sales_order').set({ total }).where('id', '=', order).execute();
}

/** The position after the last line of an order. */
async function nextPosition(transaction: HookContext['transaction'], order: number | string): Promise<number> {
  // Locks the order: two lines that are made at once get their positions one after the other.
  await transaction.updateTable('sales_order').set({ id: sql`id` }).where('id', '=', order).execute();
  const last = sql<{ last: number | bigint }>`SELECT coalesce(max(position), 0) AS last FROM sales_order_line WHERE order_id = ${order}`;
  const { rows } = await last.execute(transaction);
  return Number(rows[0]?.last ?? 0) + 1;
}

/** The number after the last one that the shop has given. */
async function nextNumber(transaction: HookContext['transaction']): Promise<string> {
  // Locks the last order: two that are made at once get their numbers one after the other.
  await sql`UPDATE sales_order SET number = number WHERE id = (SELECT max(id) FROM sales_order)`.execute(transaction);
  const { rows } = await sql<{ last: string | null }>`SELECT max(number) AS last FROM sales_order WHERE number LIKE 'SO-_______'`.execute(
    transaction,
  );
  return `SO-${String(Number(rows[0]?.last?.slice(3) ?? 0) + 1).padStart(7, '0')}`;
}

/** An order has a currency of its own. */
const inCurrency = { kind: 'money', currency: { field: 'currency' } } as const;

function orderModel(tables: ShopTables) {
  return model(tables.orders, 'sales.Order', {
    label: 'number',
    listDisplay: ['number', 'customer', 'status', 'channel', 'total', 'currency', 'placedAt'],
    searchFields: ['number', 'customer.firstName', 'customer.lastName', 'customer.email'],
    autocompleteFields: ['number'],
    listFilter: ['status', 'channel', 'customer.country', 'customer.region', 'isGift', 'placedAt'],
    ordering: ['-placedAt'],
    inlines: [inline(tables.orderLines, 'order')],
    rows: regionScope('customer.region'),
    readonlyFields: ['total'],
    hooks: {
      preview: 'safe',
      async beforeSave({ row, transaction }) {
        return row.number === '' ? { number: await nextNumber(transaction) } : {};
      },
    },
    form: {
      sections: [
        {
          title: 'Order',
          fields: [
            { name: 'number', width: 'third' },
            { name: 'status', width: 'third' },
            { name: 'currency', width: 'third' },
            'customer',
            'channel',
            'placedAt',
            'coupon',
            'note',
          ],
        },
        {
          title: 'Delivery',
          help: 'What the warehouse reads before it packs.',
          fields: ['deliverySlot', 'handlingTime', 'isGift'],
        },
      ],
      aside: ['id', 'total', 'margin', 'updatedAt'],
    },
    icon: 'cart',
    fields: {
      id: { type: 'BigAutoField' },
      number: { helpText: 'Given by the shop; stands on every letter.' },
      status: { choices: orderStatus.labelled },
      currency: { choices: currency.labelled },
      total: { maxDigits: 12, decimalPlaces: 2, widget: inCurrency },
      margin: { maxDigits: 12, decimalPlaces: 2, view: 'sales.view_margin', readonly: true, widget: inCurrency },
      coupon: { readOnlyWhen: { status: ['shipped', 'completed', 'cancelled'] } },
      deliverySlot: { type: 'TimeField', helpText: 'When the parcel should be brought, at the earliest.' },
      handlingTime: { type: 'DurationField', helpText: 'From the order to the parcel.' },
      note: { type: 'TextField' },
    },
  });
}
