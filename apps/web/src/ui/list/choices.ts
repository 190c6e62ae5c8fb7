import type { InputOf } from '@drivesim/contract/endpoint'
import { commonErrors } from '@drivesim/contract/errors'
import { type ListChoice, views } from '@drivesim/contract/tools/views'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { create } from 'zustand'
import { call, request } from '../../api/call.ts'
import { CallError } from '../../api/callError.ts'
import { keyOf } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { inOwnTask } from '../speed/inOwnTask.ts'

/** After the last change: a column is seldom moved alone. */
const settledAfterMs = 1_000

type Choices = { choices: ListChoice[] }
type Sent = InputOf<typeof views.choose>

/** What was changed here, by list, until it is read from the server again. It shows at once. */
const useChanged = create<Readonly<Record<string, ListChoice>>>(() => ({}))

/** What waits to be sent, by list. */
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** What was not answered yet, by list: newer than what is read meanwhile. */
const unanswered = new Map<string, ListChoice>()

/** How the signed-in person sees each list: read once, then kept in step with what they change here. */
export const choicesQuery = queryOptions<Choices>({
  queryKey: keyOf(views.mine),
  queryFn: async ({ signal }) => {
    const choices = await request(views.mine, undefined, { signal, quiet: true })
    useChanged.setState(Object.fromEntries(unanswered), true)
    return choices
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

const untouched = { columns: null, dense: null, view: null, viewColumns: null, viewDense: null }

/** How the person sees one list; null where that was not read yet. */
export function useChoice(list: string): {
  choice: ListChoice | null
  error: Error | null
  retry: () => void
} {
  const { data, error, refetch } = useQuery(choicesQuery)
  const changed = useChanged(all => all[list])
  const read = useMemo(
    () => data && (data.choices.find(choice => choice.list === list) ?? { list, ...untouched }),
    [data, list],
  )
  return {
    choice: changed ?? read ?? null,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

/** The same where it is known already; nothing is read for it. */
export function useKnownChoice(list: string): ListChoice | null {
  const { data } = useQuery({ ...choicesQuery, enabled: false })
  const changed = useChanged(all => all[list])
  return (
    changed ?? (data && (data.choices.find(choice => choice.list === list) ?? { list, ...untouched })) ?? null
  )
}

/** Shows a list so from now on, and says so to the server when it is settled. */
export function choose(choice: ListChoice): void {
  const { list } = choice
  useChanged.setState({ [list]: choice })
  unanswered.set(list, choice)
  clearTimeout(timers.get(list))
  // What does not reach the server was said by the call.
  timers.set(
    list,
    setTimeout(() => void send(list).catch(() => undefined), settledAfterMs),
  )
}

/** Sends what waits of one list. */
async function send(list: string, keepalive = false): Promise<void> {
  const choice = unanswered.get(list)
  if (choice === undefined || !timers.has(list)) return
  clearTimeout(timers.get(list))
  timers.delete(list)
  const input = sentOf(choice)
  try {
    await call(views.choose, input, { keepalive, quiet: keepalive })
  } catch (error) {
    // An earlier choice was made after all, though its answer was lost: this one is the newer.
    if (!(error instanceof CallError) || error.code !== commonErrors.changeMade.code) throw error
    await call(views.choose, input)
  } finally {
    if (unanswered.get(list) === choice) unanswered.delete(list)
  }
}

function sentOf({ list, columns, dense, view, viewColumns, viewDense }: ListChoice): Sent {
  return view === null
    ? { list, columns, dense }
    : { list, viewId: view.viewId, columns: viewColumns, dense: viewDense }
}

/** Sends all that waits, now. */
export async function flushChoices(keepalive = false): Promise<void> {
  await Promise.allSettled([...timers.keys()].map(list => send(list, keepalive)))
}

/** Reads them for the lists to come, and sends what waits when the page goes. @returns what ends it */
export function followChoices(client: QueryClient): () => void {
  const flush = () => void flushChoices(true)
  window.addEventListener('pagehide', flush)
  const endReading = inOwnTask(() => {
    void client.prefetchQuery(choicesQuery)
  })
  return () => {
    window.removeEventListener('pagehide', flush)
    endReading()
  }
}

// What one person chose is nothing to the next.
useSession.subscribe(({ signedIn }) => {
  if (signedIn) return
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  unanswered.clear()
  useChanged.setState({}, true)
})
