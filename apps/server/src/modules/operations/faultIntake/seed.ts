import type { SeedPart } from '../../../platform/parts.ts'
import { forgetCleared } from './seed.queries.ts'

/** What is over of the demo's faults has had its orders; what goes on is taken in as any fault is. */
export const faultIntakeSeed: SeedPart = { fill: db => forgetCleared(db) }
