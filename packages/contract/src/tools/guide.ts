import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { choice, label } from '../labels.ts'

/** What a new installation needs, in the order in which it is done. */
export const firstDaySteps = [
  'address',
  'notices',
  'school',
  'classroom',
  'device',
  'message',
  'roles',
  'members',
  'backup',
] as const
export type FirstDayStep = (typeof firstDaySteps)[number]

/** What a person has been shown of the product: their own, on every computer. */
export const guide = {
  mine: endpoint({
    title: '我的使用引导',
    method: 'GET',
    path: '/guide/mine',
    access: 'signedIn',
    reply: z.object({
      /** They were not shown around yet. */
      tour: z.boolean(),
      /** The version whose 更新内容 they have not seen; null: none, as for who is still to be shown around. */
      news: z.string().nullable(),
      /** 开始使用; null: it is not theirs, they closed it, or all of it is done. */
      setup: z
        .object({ lines: z.array(z.object({ key: z.enum(firstDaySteps), done: z.boolean() })) })
        .nullable(),
    }),
  }),
  /** Twice is as once. */
  note: endpoint({
    title: '记下看过的引导',
    method: 'POST',
    path: '/guide/note',
    access: 'signedIn',
    input: z.object({
      what: label('看过的内容', choice({ tour: '使用引导', news: '更新内容', setup: '开始使用' })),
    }),
    reply: z.literal(true),
    change: '记下看过的引导',
    unlogged: true,
  }),
}
