import { devices } from '@drivesim/contract/devices'
import { running } from '@drivesim/contract/running'

/** Calls whose answers change when a simulator does. */
export const deviceReads = [
  devices.list,
  devices.baseInfo,
  devices.intervals,
  running.tree,
  running.simulatorsOfRoom,
  running.totalInfo,
]
