import { commentsOn } from '../../tools/comments/part.service.ts'
import { commentedRecords } from './comments.queries.ts'

export const billComments = commentsOn({ kind: 'bill', records: commentedRecords })
