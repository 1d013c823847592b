import { type ActionRows, type AdminAction, file, type StoredRow } from 'grimoire';

/** Receipts as a page to print, one order a sheet. */
export const printReceipt: AdminAction = {
  model: 'sales.Order',
  codename: 'print_receipt',
  name: 'Print a receipt',
  kind: 'server',
  scope: 'bulk',
  returns: 'file',
  run: (_context, rows) => file({ name: 'receipts.html', type: 'text/html; charset=utf-8', body: page(rows) }),
};

const style = 'body { font: 12pt sans-serif } article { break-after: page } th { text-align: left; padding-right: 2em }';

async function* page(rows: ActionRows): AsyncGenerator<string> {
  yield `<!doctype html><html lang="en"><meta charset="utf-8"><title>Receipts</title><style>${style}</style>`;
  for await (const order of rows.asSeen({ fields: ['number', 'customer', 'placedAt', 'total', 'currency', 'status'] }))
    yield receipt(order);
  yield '</html>';
}

function receipt({ number, customer_label: customer, placedAt, total, currency, status_display: status }: StoredRow): string {
  const lines = [
    ['Customer', customer],
    ['Date', String(placedAt).slice(0, 10)],
    ['Total', `${String(total)} ${String(currency)}`],
    ['Status', status],
  ];
  const table = lines.map(([name, value]) => `<tr><th>${escape(name)}</th><td>${escape(value)}</td></tr>`).join('');
  return `<article><h1>Receipt ${escape(number)}</h1><table>${table}</table></article>\n`;
}

function escape(value: unknown): string {
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
