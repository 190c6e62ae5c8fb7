import { z } from 'zod'
import { simulatorRow, simulatorState } from './deviceShapes.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

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
          /** Longest waiting first; at most ten. */
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
    }),
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
