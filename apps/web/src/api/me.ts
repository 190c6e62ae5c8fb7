import { account, type Me } from '@drivesim/contract/people/account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './call.ts'
import { keyOf } from './query.ts'

/** The signed-in person; read once by the guard, again when the server says that it changed. */
export const meQuery = queryOptions<Me>({
  queryKey: keyOf(account.me),
  queryFn: async ({ signal }) => {
    try {
      return await call(account.me, undefined, { signal, quiet: true })
    } catch (error) {
      // Here, as some failures end the session before anybody sees them (spec §5).
      if (!signal.aborted) console.error('user access error', error)
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The codes that the signed-in person holds. Below the shell they are always there. */
export function useHeldCodes(): ReadonlySet<string> {
  const permissions = useQuery(meQuery).data?.permissions
  return useMemo(() => new Set(permissions), [permissions])
}
