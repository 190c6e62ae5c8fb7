import { commentsOn } from '../../tools/comments/part.service.ts'
import { commentedRecords } from './comments.queries.ts'

export const contractComments = commentsOn({ kind: 'contract', records: commentedRecords })
