import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { sendExpiring } from './old-rows.ts';

const orders = ['sales.Order', 'getList', {}];
const queries = {
  orders,
  items: ['sales.Item', 'getMany', { ids: ['1'] }],
  lines: ['sales.Line', 'getManyReference', {}],
  customers: ['sales.Customer', 'getList', {}],
  customer: ['sales.Customer', 'getMany', { ids: ['1'] }],
  order: ['sales.Order', 'getOne', { id: '1' }],
  schema: ['schema', 'sales.Order'],
};

/** Sends to a service whose answer comes when the test lets it come. */
function serviceAt(baseUrl: string) {
  const queryClient = new QueryClient();
  for (const queryKey of Object.values(queries)) queryClient.setQueryData(queryKey, []);
  const answer = Promise.withResolvers<Response>();
  const send = sendExpiring({ queryClient, baseUrl, send: () => answer.promise });
  const old = (): string[] =>
    Object.entries(queries).flatMap(([name, queryKey]) => (queryClient.getQueryState(queryKey)?.isInvalidated ? [name] : []));
  return { queryClient, answer, send, old };
}

describe('the rows that were read', () => {
  it('are old once a row is written, but for the lists of its model', async () => {
    const { answer, send, old } = serviceAt('https://service.test/r/acme/100%/api/');
    const sent = send('https://service.test/r/acme/100%/api/r/sales.Customer/1/', { method: 'PATCH' });
    expect(old()).toEqual([]);
    answer.resolve(new Response('{}'));
    await sent;
    expect(old()).toEqual(['orders', 'items', 'lines', 'customer']);
  });

  it('are old also where no answer has come', async () => {
    const { answer, send, old } = serviceAt('https://service.test/api/');
    const sent = send(new URL('https://service.test/api/r/sales.Customer/'), { method: 'POST' });
    answer.reject(new TypeError('Failed to fetch'));
    await expect(sent).rejects.toThrow('Failed to fetch');
    expect(old()).toEqual(['orders', 'items', 'lines', 'customer']);
  });

  it.each([
    ['GET', 'r/sales.Customer/1/'],
    ['POST', 'r/sales.Customer/suggest/'],
    ['POST', 'auth/logout/'],
    ['POST', 'views/'],
  ])('stay new after %s %s', async (method, path) => {
    const { answer, send, old } = serviceAt('https://service.test/api/');
    answer.resolve(new Response('{}'));
    await send(new Request(`https://service.test/api/${path}`), { method });
    expect(old()).toEqual([]);
  });

  it('are old where their answer was on its way during the write, and no page that shows them is asked to read them again', async () => {
    const { queryClient, answer, send } = serviceAt('https://service.test/api/');
    const rows = Promise.withResolvers<unknown[]>();
    let reads = 0;
    const options = {
      queryKey: orders,
      queryFn: () => {
        reads += 1;
        return rows.promise;
      },
    };
    const reading = queryClient.fetchQuery(options);
    answer.resolve(new Response('{}'));
    await send('https://service.test/api/r/sales.Customer/1/', { method: 'DELETE' });
    rows.resolve(['an old label']);
    await reading;
    expect([queryClient.getQueryState(orders)?.isInvalidated, reads]).toEqual([true, 1]);
    await queryClient.fetchQuery({ ...options, staleTime: 30_000 });
    expect([queryClient.getQueryState(orders)?.isInvalidated, reads]).toEqual([false, 2]);
  });
});
