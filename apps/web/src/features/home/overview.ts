import type { DataOf } from '@drivesim/contract/endpoint'
import type { home } from '@drivesim/contract/home'

/** What the overview says of devices; missing for people without a device code. */
export type DevicesOverview = NonNullable<DataOf<typeof home.overview>['devices']>
