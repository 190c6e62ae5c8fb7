import type { NoticePart } from '../../../platform/parts.ts'
import { readNames } from './notices.queries.ts'

/** Simulators that are offline, in fault, several under one number or wrong about the time, as reminders tell of them. */
export const simulatorNotices: NoticePart = {
  subject: 'simulator',
  words: {
    offline: { what: '离线', beganAt: '离线时间', endedAt: '恢复时间' },
    shared: { what: '同一编号有多台设备在上报', beganAt: '发现时间', endedAt: '恢复时间' },
    clock: { what: '设备时钟偏差超过 1 分钟', beganAt: '发现时间', endedAt: '恢复时间' },
    fault: { what: '发生故障', beganAt: '发生故障时间', endedAt: '恢复时间' },
  },
  async describe(db, ids) {
    const rows = await readNames(db, ids)
    return new Map(
      rows.map(({ id, name, sn, organ, room }) => [
        id,
        {
          name,
          number: sn,
          place: `${organ} ${room}`,
          facts: [`设备：${name}（${sn}）`, `位置：${organ} ${room}`],
          link: `/device/deviceDetail?simulatorId=${id}`,
          linkText: '查看设备',
        },
      ]),
    )
  },
}
