import {
  type AttachmentKind,
  attachmentKinds,
  type attachments,
  contract,
  namedByKind,
} from '@drivesim/contract'
import type { Handlers } from '../../../platform/http/call.ts'
import { implement } from '../../../platform/http/implement.ts'
import type { Module, Services } from '../../../platform/module.ts'
import { attachmentNamesInLog } from './names.ts'
import { nameOf } from './queries.ts'
import { serveAttachments } from './serve.service.ts'
import * as service from './service.ts'
import { attachmentTasks, startTasks } from './tasks.ts'

type All = Handlers<typeof attachments>
/** The handlers of one kind; those of the others have the same shapes. */
interface OfKind {
  readonly list: All['contractList']
  readonly upload: All['contractUpload']
  readonly add: All['contractAdd']
  readonly remove: All['contractRemove']
  readonly url: All['contractUrl']
}

const handlersOf = (services: Services, kind: AttachmentKind): OfKind => ({
  list: ({ subjectId: id }, call) => service.readAttachments(services, call, { kind, id }),
  upload: ({ file }, { person }) => service.storeUpload(services, file, person.id),
  add: ({ subjectId: id, ...given }, call) => service.addAttachment(services, call, { kind, id }, given),
  remove: ({ subjectId: id, attachmentId }, call) =>
    service.removeAttachment(services, call, { kind, id }, attachmentId),
  url: ({ subjectId: id, attachmentId }, call) =>
    service.attachmentAddress(services, call, { kind, id }, attachmentId),
})

/** 附件 beside records of several domains, which hand them over as `attachments`. */
export const attachmentsModule: Module = {
  logNames: [attachmentNamesInLog],
  routes(app, services) {
    const kinds = Object.keys(attachmentKinds) as AttachmentKind[]
    const handlers = kinds.map(kind => namedByKind<unknown>(kind, { ...handlersOf(services, kind) }))
    implement({ app, services }, 'attachments', contract.attachments, Object.assign({}, ...handlers) as All)
    serveAttachments(app, services, service.recordFilePath, file => nameOf(services.db, file))
  },
  tasks: attachmentTasks,
  start: async services => startTasks(services),
}
