import { outbox } from '@drivesim/contract/notices/outbox'
import { pushes } from '@drivesim/contract/notices/pushes'

/** Calls whose answers change when a push does. */
export const pushReads = [pushes.list, pushes.info, outbox.list]
