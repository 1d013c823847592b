import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { fakeService, InDashboard } from '../../testing/fake-service.tsx';
import { field, schemaOf } from '../../testing/schemas.ts';
import { useChildren } from './children.ts';

const inlineOf = (model: string) => ({ model, fk_field: 'order', verbose_name: 'line' });
const line = schemaOf('shop.Line', [field('id'), field('order'), field('product')]);
const secret = schemaOf('shop.Secret', [], { permissions: { view: false, add: false, change: false, delete: false } });
const order = schemaOf('shop.Order', [field('id')], { inlines: [inlineOf('shop.Line'), inlineOf('shop.Secret')] });

function childrenOf(id: number | undefined, answers: Parameters<typeof fakeService>[1]) {
  const service = fakeService([order, line, secret], answers);
  const wrapper = ({ children }: { readonly children: ReactNode }) => <InDashboard service={service}>{children}</InDashboard>;
  return { service, ...renderHook(() => useChildren(order, id), { wrapper }) };
}

describe('the children of a row', () => {
  it('are those that the user may see, with how many there are', async () => {
    const page = { count: 900, next: null, previous: null, results: [{ id: 1, order: 7, product: 'tea', _label: 'tea' }] };
    const { result, service } = childrenOf(7, { 'GET r/shop.Line/': () => ({ body: page }) });
    await waitFor(() => expect(result.current.children).toHaveLength(1));
    expect(result.current.children?.[0]).toMatchObject({ total: 900, rows: [{ id: 1, product: 'tea' }] });
    const request = service.sent.find(({ path }) => path.startsWith('r/shop.Line/'));
    expect(Object.fromEntries(new URLSearchParams(request?.path.split('?')[1]))).toMatchObject({ order: '7', page_size: '50' });
  });

  it('of a new row are none, and nobody is asked for them', async () => {
    const { result, service } = childrenOf(undefined, {});
    await waitFor(() => expect(result.current.children).toHaveLength(1));
    expect(result.current.children?.[0]).toMatchObject({ rows: [], total: 0 });
    expect(service.sent.filter(({ path }) => path.startsWith('r/'))).toEqual([]);
  });

  it('are not there where they could not be had: a form without them would delete them', async () => {
    const { result } = childrenOf(7, { 'GET r/shop.Line/': () => ({ status: 500, body: { detail: 'Broken.', code: 'internal' } }) });
    await waitFor(() => expect(result.current.error).not.toBeNull());
    expect(result.current.children).toBeUndefined();
  });

  it('are not those of before where they could not be read again after a save', async () => {
    const page = { count: 1, next: null, previous: null, results: [{ id: 1, order: 7, product: 'tea', _label: 'tea' }] };
    let isAway = false;
    const { result } = childrenOf(7, {
      'GET r/shop.Line/': () => (isAway ? { status: 503, body: { detail: 'Away.', code: 'unavailable' } } : { body: page }),
    });
    await waitFor(() => expect(result.current.children).toHaveLength(1));
    isAway = true;
    await act(() => result.current.refetch());
    await waitFor(() => expect(result.current.error).toMatchObject({ message: 'Away.' }));
    expect(result.current.children).toBeUndefined();
  });

  it('stay where only a schema could not be read again', async () => {
    let isAway = false;
    const { result, service } = childrenOf(undefined, {
      'GET schema/shop.Line/': () => (isAway ? { status: 503, body: { detail: 'Away.', code: 'unavailable' } } : { body: line }),
    });
    await waitFor(() => expect(result.current.children).toHaveLength(1));
    isAway = true;
    await act(() => service.queryClient.invalidateQueries());
    // Queries publish their results in a separate task.
    await act(() => new Promise((done) => void setTimeout(done)));
    expect(service.queryClient.getQueryState(['model schema', 'shop.Line'])?.status).toBe('error');
    expect(result.current.error).toBeNull();
    expect(result.current.children).toHaveLength(1);
  });
});
