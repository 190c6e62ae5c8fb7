import type { AttachmentPart } from '../../../platform/attachmentPart.ts'
import { commentsOn } from '../../tools/comments/part.service.ts'
import { commentedRecords, hasPayment } from './comments.queries.ts'

export const billComments = commentsOn({ kind: 'bill', records: commentedRecords })

export const paymentAttachments: AttachmentPart = { kind: 'payment', has: hasPayment }
