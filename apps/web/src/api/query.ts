import type { DataOf, Endpoint, InputOf } from '@drivesim/contract/endpoint'
import { commonErrors } from '@drivesim/contract/errors'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallArguments, request } from './call.ts'
import { CallError } from './callError.ts'
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
  /** Calls to read again after the change: their cached data is stale. */
  readonly invalidates?: readonly Endpoint[]
  /** The form shows the failure itself. */
  readonly quiet?: boolean
}

/** A change as a mutation. Pressed, closed and opened again, it is made once ({@link sendOnce}). */
export function useChange<E extends Endpoint>(
  endpoint: E,
  { invalidates = [], quiet = false }: ChangeOptions = {},
) {
  const client = useQueryClient()
  const readAgain = () =>
    Promise.all(invalidates.map(endpoint => client.invalidateQueries({ queryKey: [endpoint.path] })))
  return useMutation<DataOf<E>, Error, InputOf<E>>({
    mutationFn: input => request(endpoint, input, { quiet }),
    onSuccess: readAgain,
    // The screen is out of date: another person made a change, or the answer to one's own was lost.
    onError: error => (isOvertaken(error) ? readAgain() : undefined),
  })
}

function isOvertaken(error: Error): boolean {
  return error instanceof CallError && (error.code === commonErrors.changeMade.code || error.data !== null)
}
