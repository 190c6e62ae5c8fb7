import { z } from 'zod'
import { type CommandRow, simulatorRow, simulatorState } from './deviceShapes.ts'
import { endpoint } from './endpoint.ts'
import { error } from './errors.ts'
import { businessDay, checkRange, filter, id, instant } from './fields.ts'

/** A tile of the live board: the simulator, and what goes on on it. `score` is the last finished session's. */
export const liveSimulator = simulatorRow.extend({
  student: z.string().nullable(),
  module: z.string().nullable(),
  startedAt: instant.nullable(),
  score: z.int().nullable(),
  /** When the shown state began. */
  stateSince: instant.nullable(),
})
export type LiveSimulator = z.output<typeof liveSimulator>

const counts = z.record(simulatorState, z.int())

/**
 * What the live stream carries. `id` of a server-sent event is the position to resume from (`after`).
 * Events are the latest value of a key, never a history: a slow reader loses intermediate states only.
 */
export interface LiveEvents {
  /** The simulator as it is now; it replaces what the reader knows of it. */
  simulator: LiveSimulator
  /** The simulator left the reader's scope. */
  simulatorGone: { simulatorId: number }
  /** A command was sent or answered, or ran out of time; only to those who may see the device. */
  command: CommandRow & { simulatorId: number }
  /** Unread messages of the reader. */
  unread: { count: number }
  /** The reader's name, codes or organisations changed: read `me` again. The stream ends after it. */
  sessionChanged: Record<string, never>
  /** Everything up to now was sent: the reader has caught up. */
  caughtUp: { at: string }
}
export type LiveEventName = keyof LiveEvents

/** 运行状态 (spec §7 "Device", product §3): totals, a classroom's simulators, and the live stream. */
export const running = {
  totalInfo: endpoint({
    title: '运行状态汇总',
    method: 'POST',
    path: '/device/api/monitorRunning/totalInfo',
    access: ['device:running'],
    input: z
      .object({ organId: filter(id), startDate: businessDay, endDate: businessDay })
      .superRefine((value, context) => checkRange(value.startDate, value.endDate, context)),
    reply: z.object({ counts, seconds: z.int(), times: z.int(), people: z.int() }),
  }),
  simulatorsOfRoom: endpoint({
    title: '教室内设备的运行状态',
    method: 'POST',
    path: '/device/api/monitorRunning/simulatorUnderRoom',
    access: ['device:running'],
    input: z.object({ roomId: id }),
    reply: z.array(liveSimulator),
  }),
  /** Organisations and classrooms with their simulators' states, for the tree at the left of the board. */
  tree: endpoint({
    title: '运行状态的机构与教室',
    method: 'GET',
    path: '/device/api/monitorRunning/tree',
    access: ['device:running'],
    reply: z.array(
      z.object({
        organizationId: z.int(),
        name: z.string(),
        rooms: z.array(z.object({ roomId: z.int(), roomName: z.string(), counts })),
      }),
    ),
  }),
  stream: endpoint({
    title: '实时事件流',
    method: 'GET',
    path: '/live/events',
    access: 'signedIn',
    input: z.object({ after: filter(z.string().regex(/^\d{1,19}$/)) }),
    reply: 'events',
  }),
}

/** Refusals of the live board: −103yy. */
export const runningErrors = {
  tooManyStreams: error(-10301, '打开的实时页面太多，请关闭一些后刷新'),
} as const
