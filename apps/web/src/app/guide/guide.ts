import { guide } from '@drivesim/contract/tools/guide'
import { create } from 'zustand'
import { query } from '../../api/query.ts'

/** What this person is still to be shown of the product. */
export const guideQuery = query(guide.mine, undefined, { quiet: true })

/** What a person asked to be shown again. */
export const useGuide = create<{ readonly asked: 'tour' | 'news' | null }>(() => ({ asked: null }))

export const askGuide = (asked: 'tour' | 'news' | null) => useGuide.setState({ asked })
