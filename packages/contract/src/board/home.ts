import { z } from 'zod'
import { simulatorRow, simulatorState } from '../devices/devices/deviceShapes.ts'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'
import { boardBasis, figureValue } from './dashboard/dashboardShapes.ts'
import { homeBlockKeys, mostBlockRows } from './homeBlocks.ts'

/** Something that waits for a person. */
const homeTodo = z.object({
  /** Stable name, such as `pendingApplicants`. */
  key: z.string(),
  label: z.string(),
  count: z.int().positive(),
  /** Since when the oldest of them waits; null where time says nothing. */
  oldestAt: instant.nullable(),
  /** Web address of the list, with the filter that gives the counted rows. */
  to: z.string(),
  /** `danger` stands before `warning` before `normal`. */
  tone: z.enum(['danger', 'warning', 'normal']),
})

/** So many announcements at most stand on 首页. */
export const mostPinned = 5

/** A part of 首页 that could not be read in time says so; the others stand. */
const homeParts = z.enum(['figures', 'pinned', 'devices', 'look'])

/** One figure of a block: so many, or so much money. */
const blockFigure = z.object({
  label: z.string(),
  unit: z.enum(['count', 'fen']),
  value: z.int(),
  /** `danger` and `warning` are shown as such where the value is not 0. */
  tone: z.enum(['danger', 'warning', 'normal']),
  /** Web address of the list that it counts. */
  to: z.string(),
})

/** One of the first rows behind a block's figures. */
const blockRow = z.object({
  /** Unique within its block. */
  key: z.string(),
  /** What people call it: a number, a name. */
  title: z.string(),
  note: z.string(),
  /** Its state or amount, at the end of the line. */
  mark: z.string(),
  tone: z.enum(['danger', 'warning', 'normal']),
  /** Since when it runs or waits, or when it falls due. */
  at: instant.nullable(),
  to: z.string(),
})

/** What one block says. */
const homeBlock = z.object({
  key: z.enum(homeBlockKeys),
  figures: z.array(blockFigure),
  rows: z.array(blockRow).max(mostBlockRows),
  /** The page that is about all of it. */
  page: z.object({ label: z.string(), to: z.string() }).optional(),
})

/** 首页: what waits for this person and today's figures; parts their codes do not allow are missing. It grows with the domains. */
export const home = {
  overview: endpoint({
    title: '首页概览',
    method: 'GET',
    path: '/home/overview',
    access: 'signedIn',
    reply: z.object({
      devices: z
        .object({
          counts: z.record(simulatorState, z.int()),
          /** Faults first, then the longest waiting; at most ten. */
          attention: z.array(simulatorRow.extend({ stateSince: instant.nullable() })),
          today: z.object({ times: z.int(), seconds: z.int(), effectiveSeconds: z.int(), people: z.int() }),
          /** The same hours of the day before, to compare with. */
          yesterday: z.object({
            times: z.int(),
            seconds: z.int(),
            effectiveSeconds: z.int(),
            people: z.int(),
          }),
          /** Training seconds by hour of today, 0 to 23. */
          hours: z.array(z.object({ hour: z.int(), seconds: z.int() })),
        })
        .optional(),
      /** Today's eight figures, compared up to the last full hour (`basis`). */
      figures: z.object({ basis: boardBasis, values: z.array(figureValue) }).optional(),
      /** 公告: pushes that reached this person, as long as their sender keeps them pinned; the newest first, at most {@link mostPinned}. */
      pinned: z
        .array(
          z.object({
            /** The reader's copy in 消息中心. */
            messageId: z.int(),
            title: z.string(),
            /** Title and the beginning of the text, plain. */
            brief: z.string(),
            sentAt: instant,
            pinnedUntil: instant,
          }),
        )
        .optional(),
      /** The blocks as this person arranged them, in their order; missing: as the page has them. */
      look: z.array(z.object({ key: z.string(), hidden: z.boolean() })).optional(),
      failed: z.array(homeParts),
    }),
  }),
  /** What the domains say of this person's work: a block each, for whoever holds its codes; one that could not be read says so. */
  blocks: endpoint({
    title: '首页工作区块',
    method: 'GET',
    path: '/home/blocks',
    access: 'signedIn',
    reply: z.array(z.union([homeBlock, z.object({ key: z.enum(homeBlockKeys), failed: z.literal(true) })])),
  }),
  /** What waits for this person, most urgent first, each with the list that it counts; a part that could not be read says so. */
  todos: endpoint({
    title: '首页待办',
    method: 'GET',
    path: '/home/todos',
    access: 'signedIn',
    reply: z.array(z.union([homeTodo, z.object({ key: z.string(), failed: z.literal(true) })])),
  }),
  /** Rows of the self-test page /test: each classroom in scope with its simulators by state (spec §7 "Leftovers"). */
  table: endpoint({
    title: '测试页表格数据',
    method: 'GET',
    path: '/get_table_data',
    access: 'signedIn',
    reply: z.array(
      z.object({
        organName: z.string(),
        classroomName: z.string(),
        total: z.int(),
        online: z.int(),
      }),
    ),
  }),
}
