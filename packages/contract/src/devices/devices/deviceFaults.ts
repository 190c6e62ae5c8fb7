import { z } from 'zod'
import { instant } from '../../fields.ts'
import { column, listColumns } from '../../lists.ts'

/** A fault of a device as lists show it; `clearedAt` is null while it lasts. */
export const faultRow = z.object({
  faultId: z.int(),
  code: z.string(),
  text: z.string(),
  raisedAt: instant,
  clearedAt: instant.nullable(),
})
export type FaultRow = z.output<typeof faultRow>
/** How long a fault lasted; null while it lasts. */
export const faultSeconds = ({ raisedAt, clearedAt }: FaultRow) =>
  clearedAt === null ? null : Math.round((Date.parse(clearedAt) - Date.parse(raisedAt)) / 1000)
export const faultList = listColumns(faultRow, {
  raisedAt: column.time('发生时间'),
  code: column.code('故障代码'),
  text: column.text('故障内容', { widest: 360 }),
  clearedAt: column.time('恢复时间', { missing: '尚未恢复' }),
  seconds: column.special('持续', { numeric: true, unit: '秒' }),
})
