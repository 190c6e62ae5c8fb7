import { commentsOn } from '../../tools/comments/part.service.ts'
import { commentedRecords } from './comments.queries.ts'

export const studentComments = commentsOn({ kind: 'student', records: commentedRecords })
