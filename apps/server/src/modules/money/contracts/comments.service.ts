import type { AttachmentPart } from '../../../platform/attachmentPart.ts'
import { commentsOn } from '../../tools/comments/part.service.ts'
import { commentedRecords } from './comments.queries.ts'

export const contractComments = commentsOn({ kind: 'contract', records: commentedRecords })

export const contractAttachments: AttachmentPart = {
  kind: 'contract',
  has: async (db, scope, id) => (await commentedRecords(db, scope, [id])).size > 0,
}
