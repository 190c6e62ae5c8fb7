import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { id } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { searchRow } from './search.ts'

/** How many pages and how many records a person may keep at hand. */
export const mostPinnedScreens = 20
export const mostPinnedRecords = 50

/** The records that may be pinned, as search calls their kinds. */
export const pinnedKinds = {
  student: '学员',
  device: '设备',
  school: '驾校',
  bill: '账单',
  contract: '合同',
  workOrder: '工单',
  recharge: '充值订单',
  course: '课程订单',
} as const
export type PinnedKind = keyof typeof pinnedKinds
const kind = label('记录类型', choice(pinnedKinds))

const screen = z.string().regex(/^[\w-]{1,60}$/, '没有这个页面，请刷新后重试')

/** What each person keeps at hand: their own, on every computer. */
export const pins = {
  /** Pages by their names, in the person's order; of records those that they may see now, the last pinned first. */
  mine: endpoint({
    title: '我的收藏和置顶',
    method: 'GET',
    path: '/pins/mine',
    access: 'signedIn',
    reply: z.object({
      screens: z.array(z.string()),
      records: z.array(searchRow.extend({ kind: z.string(), label: z.string() })),
    }),
  }),
  /** All of them, in the order in which the menu shows them. */
  setScreens: endpoint({
    title: '收藏页面',
    method: 'POST',
    path: '/pins/screens',
    access: 'signedIn',
    input: z.object({
      screens: label(
        '页面',
        z
          .array(screen)
          .max(mostPinnedScreens, `最多收藏 ${mostPinnedScreens} 个页面，请先取消不用的`)
          .refine(names => new Set(names).size === names.length, '同一个页面只能收藏一次'),
      ),
    }),
    reply: z.literal(true),
    change: '收藏页面',
    unlogged: true,
  }),
  setRecord: endpoint({
    title: '置顶记录',
    method: 'POST',
    path: '/pins/record',
    access: 'signedIn',
    input: z.object({ kind, recordId: label('记录', id), pinned: label('置顶', z.boolean()) }),
    reply: z.literal(true),
    change: '置顶记录',
    unlogged: true,
  }),
}

/** Refusals about what is kept at hand: −128yy, shared with the other tools around lists. */
export const pinErrors = {
  pinsFull: error(-12820, `最多置顶 ${mostPinnedRecords} 条记录，请先取消不用的`),
} as const
