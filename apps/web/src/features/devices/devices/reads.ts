import { devices } from '@drivesim/contract/devices/devices/devices'
import { running } from '@drivesim/contract/devices/running'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'

/** Calls to read again when a simulator changes. */
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
