import { QueryClient } from '@tanstack/react-query';

/** What the page has asked for, and keeps. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A call that can't be made says so, in the place of waiting for a network.
    queries: { retry: 1, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
