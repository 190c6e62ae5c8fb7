import {
  closeReasons,
  deviceResults,
  pauseReasons,
  type WorkOrderEventKind,
  workOrderPictureKinds,
  workOrderPriorities,
} from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'

type Data = Readonly<Record<string, unknown>>

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const word = (words: Readonly<Record<string, string>>, value: unknown) => words[String(value)] ?? null
const joinParts = (...parts: (string | null)[]) => parts.filter(part => part !== null).join('，') || null
const instant = (value: unknown) => (text(value) === null ? null : localTime(String(value)).slice(0, 16))

const sentences: Partial<Record<WorkOrderEventKind, (data: Data) => string | null>> = {
  dispatched: ({ name }) => joinParts(text(name) && `派给 ${text(name)}`),
  rejected: ({ reason }) => text(reason),
  reassigned: ({ name, before, reason }) =>
    joinParts(
      text(before) && `原处理人 ${text(before)}`,
      text(name) === null ? '退回待派单' : `改派给 ${text(name)}`,
      text(reason),
    ),
  handedBack: ({ name, reason }) => joinParts(text(name), text(reason)),
  unavailable: ({ name, reason }) => joinParts(text(name), text(reason)),
  classified: ({ component, faultType, priority }) =>
    joinParts(
      text(component) && `${text(component)} / ${text(faultType) ?? ''}`,
      word(workOrderPriorities, priority),
    ),
  planned: ({ day }) => joinParts(text(day) && `预约 ${text(day)} 上门`),
  paused: ({ reason, resumeBy }) =>
    joinParts(word(pauseReasons, reason), instant(resumeBy) && `${instant(resumeBy)} 前恢复`),
  partAdded: ({ name, quantity }) => joinParts(text(name) && `${text(name)} × ${Number(quantity)}`),
  partVoided: ({ name }) => text(name),
  pictureAdded: ({ kind }) => word(workOrderPictureKinds, kind),
  pictureRemoved: ({ kind }) => word(workOrderPictureKinds, kind),
  answered: ({ name, result }) => joinParts(text(name), word(deviceResults, result)),
  submitted: ({ result, note }) => joinParts(text(result), text(note)),
  approved: ({ signedBy }) => joinParts(text(signedBy) && `现场签字：${text(signedBy)}`),
  autoApproved: () => '超过验收时限，自动验收',
  sentBack: ({ reason }) => text(reason),
  closed: ({ reason, note, into }) =>
    joinParts(word(closeReasons, reason), text(into) && `并入 ${text(into)}`, text(note)),
  merged: ({ from }) => joinParts(text(from) && `${text(from)} 并入本工单`),
  reworked: ({ no, reason }) => joinParts(text(no) && `新工单 ${text(no)}`, text(reason)),
  reported: ({ text: said }) => text(said),
  escalated: ({ clock, percent }) =>
    joinParts(`${clock === 'response' ? '响应' : '修复'}时限已用 ${Number(percent)}%`),
  recalculated: ({ before, after }) => `时限重算：${instant(before) ?? '无'} → ${instant(after) ?? '无'}`,
}

/** What there is to say of an event besides its kind; null: nothing. */
export const eventText = (kind: WorkOrderEventKind, data: unknown): string | null =>
  sentences[kind]?.((data ?? {}) as Data) ?? null
