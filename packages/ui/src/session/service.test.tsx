import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useService } from './service.ts';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';

describe('the services of two dashboards on one page', () => {
  it('share neither what was asked for nor what is not saved', async () => {
    const [one, other] = [fakeService([]), fakeService([])];
    one.unsaved.set(one, () => Promise.resolve(true));
    await one.queryClient.fetchQuery({ queryKey: ['models'], queryFn: () => one.client.schema() });
    expect([other.unsaved.isThere, other.queryClient.getQueryData(['models']), other.sent]).toEqual([false, undefined, []]);
    expect(one.queryClient.getQueryData(['models'])).toEqual([]);
  });

  it('are given to components, which say so where there is none', () => {
    expect(() => renderHook(() => useService())).toThrow('stands in a ServiceProvider');
  });
});

describe('what was refused', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['signed out', 401, 1],
    ['forbidden', 403, 1],
    ['not there', 404, 1],
    ['busy', 503, 2],
    ['broken', 500, 2],
  ])('is asked for again where that may help, and not twice over: %s', async (_name, status, times) => {
    vi.useFakeTimers();
    const service = fakeService([], { 'GET schema/': () => ({ status, body: { detail: 'No.', code: 'code' } }) });
    const wrapper = ({ children }: { readonly children: ReactNode }) => <InDashboard service={service}>{children}</InDashboard>;
    // As `usePermissions` of react-admin does.
    const rights = { queryKey: ['rights'], queryFn: () => service.authProvider.getPermissions?.({}) };
    const { result } = renderHook(() => useQuery(rights), { wrapper });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect([result.current.isPending, service.sent.filter(({ path }) => path === 'schema/').length]).toEqual([false, times]);
  });
});
