import { devices } from '@drivesim/contract/devices'
import { organisations } from '@drivesim/contract/organisations'
import { running } from '@drivesim/contract/running'

/** Calls whose answers change when a simulator does. */
export const deviceReads = [
  devices.list,
  devices.baseInfo,
  devices.intervals,
  devices.schoolUsePage,
  organisations.schoolInfo,
  running.tree,
  running.simulatorsOfRoom,
  running.totalInfo,
]
