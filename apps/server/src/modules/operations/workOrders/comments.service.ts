import { commentsOn } from '../../tools/comments/part.service.ts'
import { commentedRecords } from './comments.queries.ts'

export const workOrderComments = commentsOn({ kind: 'workOrder', records: commentedRecords })
