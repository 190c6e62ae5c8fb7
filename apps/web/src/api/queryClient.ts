import { QueryClient } from '@tanstack/react-query'

/**
 * A tab that comes back shows what it had and refreshes behind it, so data are kept for half an hour.
 * `always`: in a closed network the browser may believe that it is offline.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      gcTime: 30 * 60_000,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
