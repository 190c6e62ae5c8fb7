import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { searchText } from '../../fields.ts'
import { simulatorRow } from './deviceShapes.ts'

/** A simulator by what people may call it, with who trains in it at the moment. */
const foundSimulator = z.object({
  ...simulatorRow.pick({
    simulatorId: true,
    simulatorName: true,
    simulatorNum: true,
    carNum: true,
    organName: true,
    classroomName: true,
  }).shape,
  student: z.string().nullable(),
})
export type FoundSimulator = z.output<typeof foundSimulator>

/** So many simulators `findSimulator` answers at most. */
export const mostFound = 20

/** By any part of plate, name, number, place or of the student who trains in it: every word must be found. */
export const findSimulator = endpoint({
  title: '查找设备',
  forKeys: 'read',
  method: 'GET',
  path: '/device/api/simulator/find',
  access: ['device:simulator', 'device:running'],
  input: z.object({ paramValue: searchText }),
  reply: z.array(foundSimulator),
})
