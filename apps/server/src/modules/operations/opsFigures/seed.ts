import type { SeedPart } from '../../../platform/parts.ts'
import { countCosts } from './seed.queries.ts'

/** The demo's orders are there before their parts: what they cost is counted once all are. */
export const opsFiguresSeed: SeedPart = { fill: db => countCosts(db) }
