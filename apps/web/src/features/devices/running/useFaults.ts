import { running } from '@drivesim/contract/devices/running'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../../api/live.ts'
import { query } from '../../../api/query.ts'

const faults = query(running.faults, undefined, { quiet: true })

/** Read again this often at most while faults come and go. Milliseconds. */
const readEvery = 300

/**
 * What is in fault anywhere in the scope, as it is now. An event does not say what the fault is, so the list is read
 * again when one is of a simulator that is in fault, or was.
 */
export function useFaults() {
  const client = useQueryClient()
  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      pending = undefined
      void client.invalidateQueries({ queryKey: faults.queryKey })
    }
    const readSoon = () => {
      pending ??= setTimeout(read, readEvery)
    }
    const isListed = (simulatorId: number) =>
      client.getQueryData(faults.queryKey)?.some(fault => fault.simulatorId === simulatorId) ?? true
    read()
    const stops = [
      onLive('simulator', ({ simulatorId, stateId }) => {
        if (stateId === 'fault' || isListed(simulatorId)) readSoon()
      }),
      onLive('simulatorGone', ({ simulatorId }) => {
        if (isListed(simulatorId)) readSoon()
      }),
      onLive('caughtUp', read),
    ]
    return () => {
      clearTimeout(pending)
      for (const stop of stops) stop()
    }
  }, [client])
  return useQuery(faults)
}
