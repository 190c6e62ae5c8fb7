import type { DataOf } from '@drivesim/contract/endpoint'
import type { securityPolicy } from '@drivesim/contract/trust/securityPolicy'

export type Policy = DataOf<typeof securityPolicy.info>
