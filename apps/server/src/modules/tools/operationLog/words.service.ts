import type { LogNames } from '../../../platform/logNames.ts'
import { type Words, wordsOf } from './names.ts'

/** What people call tables, columns and values, for others who show rows as they are stored. */
export const wordsFor = (domains: readonly LogNames[]): Words => wordsOf(domains)
