import { useSearchParams } from 'react-router'
import { stateOrder } from '../../../parts/SimulatorState.tsx'
import type { Choice } from './places.ts'

/** What is chosen lives in the address, so that a link or a reload shows the same view. */
export function useChoice(): [Choice, (choice: Choice) => void] {
  const [search, setSearch] = useSearchParams()
  const number = (name: string) => {
    const text = search.get(name) ?? ''
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  }
  const choice: Choice = {
    faults: search.get('view') === 'faults',
    organId: number('organId'),
    roomId: number('roomId'),
    state: stateOrder.find(state => state === search.get('state')),
  }
  return [choice, next => setSearch(searchOf(next))]
}

function searchOf({ faults, organId, roomId, state }: Choice): URLSearchParams {
  if (faults) return new URLSearchParams({ view: 'faults' })
  const search = new URLSearchParams()
  if (organId !== undefined) search.set('organId', String(organId))
  if (roomId !== undefined) search.set('roomId', String(roomId))
  if (state !== undefined) search.set('state', state)
  return search
}
