import { commentsOn } from '../../tools/comments/part.service.ts'
import { commentedRecords } from './comments.queries.ts'

export const refundComments = commentsOn({ kind: 'refund', records: commentedRecords })
