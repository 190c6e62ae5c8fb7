import type { AttachmentPart } from '../../../platform/attachmentPart.ts'
import { commentsOn } from '../../tools/comments/part.service.ts'
import { commentedRecords } from './comments.queries.ts'

export const workOrderComments = commentsOn({ kind: 'workOrder', records: commentedRecords })

export const workOrderAttachments: AttachmentPart = {
  kind: 'workOrder',
  has: async (db, scope, id) => (await commentedRecords(db, scope, [id])).size > 0,
}
