import type { NewRow } from '../schema/tables.ts';
import { addDays, dayOf, money } from './format.ts';
import type { MadeOrder } from './orders.ts';
import type { Random } from './random.ts';

/** The invoice of an order and the money that came in for it; none where the order is too young or was cancelled. */
export function makeInvoice(
  random: Random,
  { order, email }: MadeOrder,
): { invoice: NewRow<'invoices'>; payments: NewRow<'payments'>[] } | null {
  if (order.status === 'new' || order.status === 'cancelled') return null;
  const number = `INV-${order.placedAt.getUTCFullYear()}-${String(order.id).padStart(6, '0')}`;
  const isPaid = random.chance(0.96);
  const invoice = {
    number,
    order: order.id,
    customer: order.customer,
    issuedOn: dayOf(order.placedAt),
    dueOn: dayOf(addDays(order.placedAt, random.pick([14, 14, 30]))),
    total: order.total,
    currency: order.currency,
    isPaid,
    sentTo: random.maybe(0.9, () => email),
    pdf: random.maybe(0.05, () => pdfOf(number)),
  };
  return { invoice, payments: isPaid ? makePayments(random, number, order) : [] };
}

function makePayments(random: Random, invoice: string, order: MadeOrder['order']): NewRow<'payments'>[] {
  const cents = Math.round(Number(order.total) * 100);
  const voucher = random.chance(0.08) ? Math.min(cents, 2500) : 0;
  const method = random.weighted({ card: 60, wallet: 18, transfer: 14, invoice: 8 });
  const receivedAt = random.maybe(0.98, () => new Date(order.placedAt.getTime() + random.integer(5, 3600) * 1000 + 250));
  const payment = (amount: number, own: Pick<NewRow<'payments'>, 'method' | 'fee' | 'reference'>): NewRow<'payments'> => ({
    id: random.uuid(),
    invoice,
    amount: money(amount),
    ...own,
    receivedAt,
  });
  const fee = method === 'card' || method === 'wallet' ? (cents * 0.00014 + 0.25).toFixed(4) : null;
  const reference = random.maybe(0.9, () => `${method.toUpperCase()}-${order.id}-${random.integer(1000, 9999)}`);
  return [
    ...(cents > voucher ? [payment(cents - voucher, { method, fee, reference })] : []),
    ...(voucher > 0 ? [payment(voucher, { method: 'voucher', fee: null, reference: null })] : []),
  ];
}

/** The smallest thing that calls itself a PDF. */
function pdfOf(number: string): Buffer {
  return Buffer.from(`%PDF-1.4\n% Rechnung ${number} – für Sie\ntrailer<</Root<</Pages<<>>>>>>\n%%EOF\n`, 'utf8');
}
