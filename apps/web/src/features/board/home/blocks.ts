import { home } from '@drivesim/contract/board/home'
import type { DataOf } from '@drivesim/contract/endpoint'
import { query } from '../../../api/query.ts'

/** What the domains say of this person's work. Read once the page is there. */
export const blocksQuery = query(home.blocks, undefined, { quiet: true })

export type BlockAnswer = DataOf<typeof home.blocks>[number]
export type WorkBlockContent = Extract<BlockAnswer, { rows: unknown }>
