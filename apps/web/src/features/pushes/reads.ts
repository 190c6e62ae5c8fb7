import { outbox } from '@drivesim/contract/outbox'
import { pushes } from '@drivesim/contract/pushes'

/** Calls whose answers change when a push does. */
export const pushReads = [pushes.list, pushes.detail, outbox.list]
