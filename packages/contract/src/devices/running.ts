import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { checkRange, endDate, filter, instant, organId, roomId, startDate } from '../fields.ts'
import { simulatorRow, simulatorState } from './devices/deviceShapes.ts'

/** A tile of the live view: the simulator, and what goes on on it. `score` is the last finished session's. */
const liveSimulator = simulatorRow.extend({
  student: z.string().nullable(),
  module: z.string().nullable(),
  startedAt: instant.nullable(),
  score: z.int().nullable(),
  /** When the shown state began. */
  stateSince: instant.nullable(),
})
export type LiveSimulator = z.output<typeof liveSimulator>

/** `faults` gives at most so many simulators: the ones that have waited longest. */
export const mostFaults = 200

/** A simulator in fault. `fault` is the code and the words of its newest fault that is open; null where it named none. */
const faultySimulator = liveSimulator.extend({ fault: z.string().nullable() })
export type FaultySimulator = z.output<typeof faultySimulator>

const counts = z.record(simulatorState, z.int())

/** 运行状态 (spec §7 "Device"): totals, and a classroom's simulators. */
export const running = {
  totalInfo: endpoint({
    title: '运行状态汇总',
    forKeys: 'read',
    method: 'POST',
    path: '/device/api/monitorRunning/totalInfo',
    access: ['device:running'],
    input: z
      .object({ organId: filter(organId), startDate, endDate })
      .superRefine((value, context) => checkRange(value.startDate, value.endDate, context)),
    reply: z.object({ counts, seconds: z.int(), times: z.int(), people: z.int() }),
  }),
  simulatorsOfRoom: endpoint({
    title: '教室内设备的运行状态',
    forKeys: 'read',
    method: 'POST',
    path: '/device/api/monitorRunning/simulatorUnderRoom',
    access: ['device:running'],
    input: z.object({ roomId }),
    reply: z.array(liveSimulator),
  }),
  /** What is in fault now, wherever it stands in the scope; what has been so for longest comes first. */
  faults: endpoint({
    title: '全部故障设备',
    forKeys: 'read',
    method: 'GET',
    path: '/device/api/monitorRunning/faults',
    access: ['device:running'],
    reply: z.array(faultySimulator).max(mostFaults),
  }),
  /** Organisations and classrooms with their simulators' states, for the tree at the left of the live view. */
  tree: endpoint({
    title: '运行状态的机构与教室',
    forKeys: 'read',
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
}
