import type { SeedPart } from '../../platform/parts.ts'

export const opsSettingsSeed: SeedPart = { fill: () => Promise.resolve() }
