import { type AdminAction, exportCsv } from 'grimoire';
import { issueTaxInvoice } from './actions/invoice.ts';
import { sendPush } from './actions/push.ts';
import { printReceipt } from './actions/receipt.ts';
import { refund } from './actions/refund.ts';

/** What the shop's staff can do with rows, each with a permission of its own but the last. */
export const shopActions: readonly AdminAction[] = [
  exportCsv('auth.User', { name: 'Export users' }),
  exportCsv('crm.Customer', { name: 'Export customers' }),
  exportCsv('sales.Order', {
    name: 'Export orders',
    columns: ['number', 'customer', 'status', 'channel', 'total', 'currency', 'placedAt'],
  }),
  exportCsv('ops.EventLog', { name: 'Export events' }),
  issueTaxInvoice,
  printReceipt,
  refund,
  sendPush,
];
