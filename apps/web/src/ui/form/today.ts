import { businessDayOf } from '@drivesim/contract/businessDay'
import { serverNow } from '../../api/serverClock.ts'

/** The business day now, by the server's clock. */
export const today = (): string => businessDayOf(serverNow())
