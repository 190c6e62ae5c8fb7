import { simulatorForm, simulatorList } from '@drivesim/contract/devices/devices/deviceShapes'
import { commandNames } from '@drivesim/contract/devices/telemetry/telemetry'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const deviceNames: LogNames = {
  simulator: {
    name: '设备',
    fields: [simulatorList, simulatorForm],
    columns: { sn: '设备编号', seat: '座位', software: '软件版本' },
  },
  simulator_state: {
    name: '设备状态',
    fields: [simulatorList],
    columns: {
      simulator_id: '设备',
      online: '在线',
      activity: '活动',
      health: '健康',
      student_id: '学员',
      module_id: '模块',
    },
    values: {
      activity: { idle: '空闲', training: '训练中' },
      health: { ok: '正常', fault: '故障' },
    },
    internal: [
      'online_since',
      'activity_since',
      'health_since',
      'enabled_since',
      'state_since',
      'reported_health',
      'last_seen_at',
      'line',
      'connection_id',
      'seq',
      'shared_since',
      'clock_offset_seconds',
      'clock_off_since',
      'reported_at',
      'session_id',
      'session_started_at',
      'session_ordered_at',
      'idle_heard_at',
      'idle_reports',
      'latest_start',
      'last_score',
      'changed_xid',
    ],
  },
  simulator_command: {
    name: '设备指令',
    columns: {
      simulator_id: '设备',
      command: '指令',
      sent_at: '发送时间',
      expires_at: '失效时间',
      answered_at: '回复时间',
      ok: '成功',
      answer: '回复',
    },
    values: { command: commandNames },
  },
}
