import type { SeedPart } from '../../platform/parts.ts'

export const ordersSeed: SeedPart = { fill: () => Promise.resolve() }
