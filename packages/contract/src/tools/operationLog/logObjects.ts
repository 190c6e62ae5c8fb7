import { z } from 'zod'
import type { AccessCode } from '../../access.ts'
import { endpoint } from '../../endpoint.ts'
import { id, searchText } from '../../fields.ts'
import { choice, label } from '../../labels.ts'

const kinds = {
  student: { label: '学员' },
  member: { label: '成员', access: ['system:user'] },
  role: { label: '角色', access: ['system:role', 'system:user'] },
  simulator: { label: '设备', access: ['device:simulator', 'device:running'] },
  organisation: { label: '机构' },
  classroom: { label: '教室' },
  coach: { label: '教练' },
  course: { label: '课程' },
  recharge_order: { label: '充值订单' },
  course_order: { label: '课程订单' },
  refund: { label: '退款单' },
  bill: { label: '账单', access: ['finance'] },
  contract: { label: '合同', access: ['finance:contract'] },
  work_order: { label: '工单', access: ['ops'] },
} as const satisfies Record<string, { label: string; access?: readonly AccessCode[] }>
export type LogObjectKind = keyof typeof kinds
/** Kinds of records by which the operation log can be filtered, by their tables, and who may look such records up. */
export const logObjects: Readonly<
  Record<LogObjectKind, { readonly label: string; readonly access?: readonly AccessCode[] }>
> = kinds

export const objectType = label('对象类型', choice(kinds))
export const objectId = label('对象', id)

/** A record as the filter names it. */
const foundObject = z.object({
  objectId: z.int(),
  name: z.string(),
  /** What tells it from others of its name; empty where nothing does. */
  note: z.string(),
})
export type FoundObject = z.output<typeof foundObject>

/** So many `objects` answers at most. */
export const mostObjects = 20

/** Records of a kind by name or number, or the one with an id: also one that was removed, by its last name. */
export const objects = endpoint({
  title: '查找操作对象',
  method: 'GET',
  path: '/admin/api/manage/operationLog/objects',
  access: ['system'],
  input: z.object({ objectType, paramValue: searchText, objectId: objectId.optional() }),
  reply: z.array(foundObject),
})
