import { outbox } from '@drivesim/contract/notices/outbox'
import { pushes } from '@drivesim/contract/notices/pushes'

/** Calls to read again when a push changes. */
export const pushReads = [pushes.list, pushes.info, outbox.list]
