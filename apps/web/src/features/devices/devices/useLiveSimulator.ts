import type { SimulatorDetail } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLive } from '../../../api/live.ts'
import { keyOf, query } from '../../../api/query.ts'

/** One simulator as it is now: what was read, kept up to date by the live line while the page is on the screen. */
export function useLiveSimulator(simulatorId: number) {
  const client = useQueryClient()
  const detail = useQuery(query(devices.baseInfo, { simulatorId }, { quiet: true }))
  useEffect(() => {
    const renew = (endpoint: typeof devices.baseInfo | typeof devices.intervals | typeof devices.commands) =>
      client.invalidateQueries({ queryKey: keyOf(endpoint, { simulatorId }) })
    const stops = [
      onLive('simulator', now => {
        if (now.simulatorId !== simulatorId) return
        // The state at once; what the event does not carry follows.
        client.setQueryData<SimulatorDetail>(
          keyOf(devices.baseInfo, { simulatorId }),
          known =>
            known && { ...known, stateId: now.stateId, stateName: now.stateName, lastSeenAt: now.lastSeenAt },
        )
        void renew(devices.baseInfo)
        void renew(devices.intervals)
      }),
      onLive('command', ({ simulatorId: of }) => {
        if (of === simulatorId) void renew(devices.commands)
      }),
      onLive('caughtUp', () => void renew(devices.baseInfo)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, simulatorId])
  return detail
}
