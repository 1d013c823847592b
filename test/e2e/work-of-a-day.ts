interface Caller {
  readonly origin: string;
  readonly token: string;
}

async function signIn(origin: string, username: string): Promise<Caller> {
  const answer = await call({ origin, token: '' }, 'POST auth/login/', { username, password: username });
  return { origin, token: answer.access };
}

async function call({ origin, token }: Caller, what: string, body?: object): Promise<any> {
  const [method = '', path = ''] = what.split(' ');
  const headers = { 'Content-Type': 'application/json', ...(token === '' ? {} : { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${origin}/api/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text}`);
  return text.startsWith('{') ? JSON.parse(text) : undefined;
}

/** What the demo's staff do before the pictures are taken: a history of a new shop is empty. */
export async function workOfADay(origin: string): Promise<void> {
  const [ada, clara, nils] = await Promise.all(['admin', 'clara', 'nils'].map((username) => signIn(origin, username)));
  if (!ada || !clara || !nils) return;
  const { results: customers } = await call(clara, 'GET r/crm.Customer/?page_size=5');
  for (const { id } of customers) await call(clara, `PATCH r/crm.Customer/${id}/`, { email: `customer${id}@example.org` });
  const { results: orders } = await call(nils, 'GET r/sales.Order/?page_size=4&ordering=-placedAt');
  for (const { id } of orders) await call(nils, `PATCH r/sales.Order/${id}/`, { note: 'Ring twice.' });
  await call(ada, 'PATCH r/sales.Order/1200/', { isGift: true, note: 'Ring twice.' });
  const { results: lines } = await call(ada, 'GET r/sales.OrderLine/?order=1200');
  await call(ada, `PATCH r/sales.OrderLine/${encodeURIComponent(lines[0].pk ?? lines[0].id)}/`, { quantity: lines[0].quantity + 1 });
  await call(ada, 'PATCH r/sales.Order/1200/', { note: 'Livraison après 18 h, s’il vous plaît.' });
  await call(clara, 'POST r/sales.Order/action/print_receipt/', { ids: [1200] });
  await call(ada, 'PATCH r/sales.Order/1200/', { status: 'shipped' });
}
