import type { PinnedKind } from '@drivesim/contract/tools/pins'
import { pins } from '@drivesim/contract/tools/pins'
import { query } from '../../api/query.ts'

/** The pages and records that this person keeps at hand. */
export const pinsQuery = query(pins.mine, undefined, { quiet: true })

/** A record that may be pinned. */
export type Pinnable = readonly [kind: PinnedKind, id: number]
