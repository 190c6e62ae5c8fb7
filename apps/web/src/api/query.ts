import type { DataOf, Endpoint, InputOf } from '@drivesim/contract/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CallArguments, request } from './call.ts'
import { newIdempotencyKey } from './transport.ts'
import { withoutNothing } from './url.ts'

/** The key under which a call's data are cached; empty filters do not make another key. Path alone: everything of the call. */
export function keyOf<E extends Endpoint>(endpoint: E, input?: InputOf<E>): readonly unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, withoutNothing(input)]
}

/** Options for `useQuery(query(devices.list, {…}))`. With `quiet` the page itself shows the failure. */
export function query<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) {
  const [input, options] = args
  return queryOptions<DataOf<E>>({
    queryKey: [endpoint.path, withoutNothing(input)],
    queryFn: ({ signal }) => request(endpoint, input, { ...options, signal }),
  })
}

interface ChangeOptions {
  /** Calls whose cached data the change makes stale. */
  readonly invalidates?: readonly Endpoint[]
  /** The form shows the failure itself. */
  readonly quiet?: boolean
}

/**
 * A change as a mutation. Its idempotency key lives with the component, so mount the form when it is opened:
 * pressing again after a failure repeats the same act, and a new key is made once one was accepted.
 */
export function useChange<E extends Endpoint>(
  endpoint: E,
  { invalidates = [], quiet = false }: ChangeOptions = {},
) {
  const client = useQueryClient()
  const key = useRef<string | null>(null)
  return useMutation<DataOf<E>, Error, InputOf<E>>({
    mutationFn: input => {
      key.current ??= newIdempotencyKey()
      return request(endpoint, input, { idempotencyKey: key.current, quiet })
    },
    onSuccess: async () => {
      key.current = null
      await Promise.all(invalidates.map(one => client.invalidateQueries({ queryKey: [one.path] })))
    },
  })
}
