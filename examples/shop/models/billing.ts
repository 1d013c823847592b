import { inline, model } from 'grimoire';
import { currency, paymentMethod } from '../schema/choices.ts';
import type { ShopTables } from '../schema/tables.ts';
import { regionScope } from './region-scope.ts';

type Currency = (typeof currency.values)[number];

/** What is owed and what was paid. */
export function billingModels(tables: ShopTables) {
  return [
    model(tables.invoices, 'billing.Invoice', {
      label: 'number',
      listDisplay: ['number', 'order', 'order.status', 'customer', 'issuedOn', 'dueOn', 'total', 'isPaid'],
      searchFields: ['number', 'order.number', 'customer.lastName', 'sentTo'],
      listFilter: ['isPaid', 'issuedOn', 'customer', 'customer.country', 'currency', 'order.status'],
      ordering: ['-issuedOn', '-number'],
      inlines: [inline(tables.payments, 'invoice')],
      rows: regionScope('customer.region'),
      readonlyFields: ['total'],
      suggest: {
        async order({ value, database }) {
          if (value === null) return {};
          const [order] = await database.selectFrom('sales_order').select(['customer_id', 'currency']).where('id', '=', value).execute();
          return order ? { customer: String(order['customer_id']), currency: order['currency'] as Currency } : {};
        },
      },
      fields: {
        issuedOn: { type: 'DateField' },
        dueOn: { type: 'DateField' },
        currency: { choices: currency.labelled },
        total: { maxDigits: 12, decimalPlaces: 2, widget: { kind: 'money', currency: { field: 'currency' } } },
        sentTo: { type: 'EmailField' },
        pdf: { label: 'PDF' },
      },
    }),
    model(tables.payments, 'billing.Payment', {
      label: 'reference',
      searchFields: ['reference', 'invoice.number'],
      listFilter: ['method', 'receivedAt'],
      ordering: ['-receivedAt'],
      rows: regionScope('invoice.customer.region'),
      fields: {
        id: { type: 'UUIDField' },
        method: { choices: paymentMethod.labelled },
        amount: { maxDigits: 12, decimalPlaces: 2 },
        fee: { maxDigits: 8, decimalPlaces: 4, helpText: 'What the provider keeps.' },
      },
    }),
  ];
}
