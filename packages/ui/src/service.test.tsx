import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useService } from './service.ts';
import { fakeService } from './testing/fake-service.tsx';

describe('the services of two dashboards on one page', () => {
  it('share neither what was asked for nor what is not saved', async () => {
    const [one, other] = [fakeService([]), fakeService([])];
    one.unsaved.set(one, true);
    await one.queryClient.fetchQuery({ queryKey: ['models'], queryFn: () => one.client.schema() });
    expect([other.unsaved.isThere, other.queryClient.getQueryData(['models']), other.sent]).toEqual([false, undefined, []]);
    expect(one.queryClient.getQueryData(['models'])).toEqual([]);
  });

  it('are given to components, which say so where there is none', () => {
    expect(() => renderHook(() => useService())).toThrow('stands in a ServiceProvider');
  });
});
