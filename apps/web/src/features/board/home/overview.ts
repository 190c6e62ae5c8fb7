import { home } from '@drivesim/contract/board/home'
import type { DataOf } from '@drivesim/contract/endpoint'
import { query } from '../../../api/query.ts'

/** What waits, and today's figures. */
export const overviewQuery = query(home.overview, undefined, { quiet: true })

export type Overview = DataOf<typeof home.overview>

/** What the overview says of devices; missing for people without a device code. */
export type DevicesOverview = NonNullable<Overview['devices']>
