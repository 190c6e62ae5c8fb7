import { queryOptions } from '@tanstack/react-query'

/** All that is searched; it comes with the first word that somebody looks for. */
export const searchedManual = queryOptions({
  queryKey: ['manual'],
  queryFn: async () => ({
    ...(await import('virtual:manual')),
    ...(await import('virtual:manual/terms')),
    ...(await import('virtual:manual/sections')),
  }),
  staleTime: Number.POSITIVE_INFINITY,
})
