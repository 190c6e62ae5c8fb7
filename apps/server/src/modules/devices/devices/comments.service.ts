import { commentsOn } from '../../tools/comments/part.service.ts'
import { commentedRecords } from './comments.queries.ts'

export const deviceComments = commentsOn({ kind: 'device', records: commentedRecords })
