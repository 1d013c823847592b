import { inline, model } from 'grimoire';
import { paymentMethod } from '../schema/choices.ts';
import type { ShopTables } from '../schema/tables.ts';
import { regionScope } from './region-scope.ts';

/** What is owed and what was paid. */
export function billingModels(tables: ShopTables) {
  return [
    model(tables.invoices, 'billing.Invoice', {
      label: 'number',
      listDisplay: ['number', 'order', 'issuedOn', 'dueOn', 'total', 'isPaid', 'sentTo'],
      searchFields: ['number', 'order.number', 'sentTo'],
      listFilter: ['isPaid', 'issuedOn', 'order.status', 'order.customer.country'],
      ordering: ['-issuedOn', '-number'],
      inlines: [inline(tables.payments, 'invoice')],
      rows: regionScope('order.customer.region'),
      readonlyFields: ['total'],
      fields: {
        issuedOn: { type: 'DateField' },
        dueOn: { type: 'DateField' },
        total: { maxDigits: 12, decimalPlaces: 2 },
        sentTo: { type: 'EmailField' },
        pdf: { label: 'PDF' },
      },
    }),
    model(tables.payments, 'billing.Payment', {
      label: 'reference',
      searchFields: ['reference', 'invoice.number'],
      listFilter: ['method', 'receivedAt'],
      ordering: ['-receivedAt'],
      rows: regionScope('invoice.order.customer.region'),
      fields: {
        id: { type: 'UUIDField' },
        method: { choices: paymentMethod.labelled },
        amount: { maxDigits: 12, decimalPlaces: 2 },
        fee: { maxDigits: 8, decimalPlaces: 4, helpText: 'What the provider keeps.' },
      },
    }),
  ];
}
