import { z } from 'zod'
import type { CommandRow } from '../devices/devices/deviceShapes.ts'
import type { LiveSimulator } from '../devices/running.ts'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { filter } from '../fields.ts'
import { label } from '../labels.ts'
import type { WorkOrderState } from '../operations/workOrders/workOrderShapes.ts'
import type { CommentKind } from './commentKinds.ts'
import type { Job } from './jobs.ts'

/** The comments of such a record changed: what shows them reads them again. */
export type CommentEventName = `${CommentKind}Comment`

/**
 * What the live stream carries. `id` of a server-sent event is the position to resume from (`after`).
 * Events are the latest value of a key, never a history: a slow reader loses intermediate states only.
 */
export interface LiveEvents extends Record<CommentEventName, { subjectId: number }> {
  /** The simulator as it is now; it replaces what the reader knows of it. */
  simulator: LiveSimulator
  /** The simulator left the reader's scope. */
  simulatorGone: { simulatorId: number }
  /** A command was sent or answered, or ran out of time. Sent only to people who may see the device. */
  command: CommandRow & { simulatorId: number }
  /** A job of the reader's, as it is now. */
  job: Job
  /** An order or a refund was made or changed: what shows it reads it again. */
  order: { kind: 'recharge' | 'course' | 'refund'; id: number; studentId: number }
  /** Figures of the board changed, for these business days (both included) at these organisations. */
  figures: { first: string; last: string; organs: readonly number[] }
  /** A work order was made or changed: what shows it reads it again. */
  workOrder: { orderId: number; state: WorkOrderState; assigneeId: number | null; simulatorId: number | null }
  /** Something that waits for people of the reader's kind came or went: 首页 counts again. */
  todos: Record<string, never>
  /** Unread messages of the reader. */
  unread: { count: number }
  /** The reader's name, codes or organisations changed: read `me` again. The stream ends after it. */
  sessionChanged: Record<string, never>
  /** The version of the server's program; the first word of every stream. */
  version: { version: string }
  /** Everything up to now was sent: the reader has caught up. */
  caughtUp: { at: string }
}
export type LiveEventName = keyof LiveEvents

/** The live stream: what changes on open pages, without their asking. `after` is the id of the last event that came. */
export const live = {
  stream: endpoint({
    title: '实时事件流',
    method: 'GET',
    path: '/live/events',
    access: 'signedIn',
    input: z.object({ after: label('续传位置', filter(z.string().regex(/^\d{1,19}$/))) }),
    reply: 'events',
  }),
}

/** Refusals of live streams: −103yy. */
export const liveErrors = {
  tooManyStreams: error(-10301, '打开的实时页面太多，请关闭一些后刷新'),
} as const

const firstRetryMs = 250
const longestRetryMs = 5_000

/**
 * How long a page waits, in ms, before it opens its stream again. The first wait is anything up to a quarter of a second: one is soon
 * back, and a thousand pages of one dead process do not come at once. Later ones grow, each spread over its upper half.
 * @param attempt how often it failed since the stream was open; 0 after it ended
 */
export function liveRetryMs(attempt: number): number {
  if (attempt === 0) return firstRetryMs * Math.random()
  return Math.min(longestRetryMs, firstRetryMs * 2 ** attempt) * (0.5 + Math.random() / 2)
}
