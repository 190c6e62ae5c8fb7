import {
  accessNames,
  enabledStates,
  isAccessCode,
  organisationTypes,
  simulatorStates,
} from '@drivesim/contract'
import { applicationStates, classTypes, coachStates } from '@drivesim/contract/enrolmentRows'
import { messageStates } from '@drivesim/contract/messages'
import { noticeChannels, noticeTypes } from '@drivesim/contract/notices'
import { audienceKinds, outboxStates, pushStates } from '@drivesim/contract/pushes'
import { enrolmentStates, gearTypes } from '@drivesim/contract/students'
import { localTime } from '../../platform/http/csv.ts'

/** What people call the tables whose changes are noted. */
const tables: Readonly<Record<string, string>> = {
  organisation: '机构',
  classroom: '教室',
  member: '成员',
  member_organisation: '成员的管理机构',
  member_role: '成员的角色',
  role: '角色',
  role_access: '角色的权限',
  student: '学员',
  enrolment: '学籍',
  simulator: '设备',
  simulator_state: '设备状态',
  simulator_command: '设备指令',
  offline_reminder_default: '离线提醒默认值',
  message: '消息',
  notice_config: '通知选项',
  notice_ignored_device: '忽略的设备',
  push: '推送',
  outbox: '发件箱',
  course: '课程',
  course_module: '课程的模块',
  school_course: '驾校的课程',
  app_menu: '应用菜单',
  app_banner: '轮播图',
  app_banner_school: '轮播图的驾校',
  app_device_config: '设备参数',
  feedback: '意见反馈',
  student_reveal: '查看学员证件',
  enrolment_config: '招生配置',
  enrolment_config_coach: '招生配置的教练',
  enrolment_config_simulator: '招生配置的设备',
  coach: '教练',
  applicant: '招生学员',
}

/** What people call the columns, by name alone or by "table.column" where one name has several meanings. */
const columns: Readonly<Record<string, string>> = {
  name: '名称',
  'app_menu.name': '菜单名称',
  name_initials: '拼音首字母',
  title: '标题',
  content: '内容',
  brief: '摘要',
  note: '备注',
  type: '类型',
  kind: '类型',
  state: '状态',
  enabled: '启用',
  sort: '排序',
  organ_id: '所属机构',
  'member_organisation.organ_id': '管理机构',
  school_id: '驾校',
  parent_id: '上级',
  room_id: '教室',
  member_id: '成员',
  author_id: '撰写人',
  sender_id: '发送人',
  role_id: '角色',
  student_id: '学员',
  simulator_id: '设备',
  course_id: '课程',
  module_id: '模块',
  banner_id: '轮播图',
  push_id: '推送',
  config_id: '招生配置',
  'notice_ignored_device.config_id': '通知选项',
  coach_id: '教练',
  province_code: '省份',
  city_code: '城市',
  address: '地址',
  contact: '联系人',
  phone: '电话',
  mail: '邮箱',
  icon: '图标',
  'member.icon': '头像',
  account: '账号',
  must_change_password: '须修改密码',
  last_login_at: '最后登录时间',
  built_in: '内置',
  code: '权限',
  opens_at: '开门时间',
  closes_at: '关门时间',
  seats: '座位数',
  seat: '座位',
  network_address: '网络地址',
  gear_type: '准驾车型',
  registered_at: '报名日期',
  remaining_minutes: '剩余分钟数',
  sn: '设备编号',
  headset_ip: '头显 IP',
  bind_num: '绑定编号',
  car_num: '车牌号',
  model: '型号',
  software: '软件版本',
  installed_at: '安装日期',
  warranty_until: '保修截止',
  command: '指令',
  online: '在线',
  activity: '活动',
  health: '健康',
  state_id: '状态',
  sent_at: '发送时间',
  send_at: '定时发送',
  expires_at: '失效时间',
  answered_at: '回复时间',
  ok: '成功',
  answer: '回复',
  message_type: '通知类型',
  channel: '通道',
  channels: '通道',
  create_limit: '通知时间（分钟）',
  able_time_begin: '接收开始时间',
  able_time_end: '接收结束时间',
  effective_time: '通知间隔（天）',
  audience_kind: '发送范围',
  audience_ids: '发送对象编号',
  delivered: '送达数',
  read_count: '阅读数',
  opened_at: '打开时间',
  recipient: '收件人',
  attempts: '尝试次数',
  next_try_at: '下次尝试',
  last_error: '最后的错误',
  minutes: '时长（分钟）',
  price: '价格',
  valid_days: '有效天数',
  small: '小图标',
  image_url: '图片',
  link: '链接',
  begins_on: '开始日期',
  ends_on: '结束日期',
  lesson_minutes: '每节课分钟数',
  volume: '音量',
  pass_score: '及格分',
  voice_guide: '语音引导',
  id_number: '证件号码',
  id_number_tail: '证件号码末四位',
  reason: '理由',
  at: '时间',
  ended_at: '结束时间',
  applied_at: '申请时间',
  gear_types: '准教车型',
  years: '教龄',
  photo: '照片',
  class_type: '班型',
  contents: '内容',
  original_price: '原价',
  valid_from: '有效期开始',
  valid_until: '有效期结束',
}

const noticeNames = Object.fromEntries(Object.entries(noticeTypes).map(([type, { label }]) => [type, label]))

/** Columns in which a word of ours stands for a state or kind. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'organisation.type': organisationTypes,
  'message.state': messageStates,
  'push.state': pushStates,
  'push.audience_kind': audienceKinds,
  'outbox.state': outboxStates,
  'simulator_state.state_id': simulatorStates,
  'simulator_state.activity': { idle: '空闲', training: '训练中' },
  'simulator_state.health': { ok: '正常', fault: '故障' },
  'simulator_command.command': {
    lock: '锁定',
    unlock: '解锁',
    restart: '重启',
    reloadConfig: '重新加载配置',
  },
  'enrolment.state': enrolmentStates,
  'coach.state': coachStates,
  'applicant.state': applicationStates,
  'enrolment_config.state': enabledStates,
  class_type: classTypes,
  gear_type: gearTypes,
  gear_types: gearTypes,
  message_type: noticeNames,
  kind: noticeNames,
  channel: noticeChannels,
  channels: noticeChannels,
}

/** Columns that count, sort or remember for the program: no difference that a person made. */
const bookkeeping =
  /^(id|version|created_at|changed_xid|.*_since|last_seen_at|connection_id|connected_at|seq|past_connections|reported_\w+|session_\w+|last_score|served_to|event|message_id|name_initials|.*_hash|.*_sealed|.*_encrypted)$/

/** Whether a column says nothing to people. */
export function isBookkeeping(column: string): boolean {
  return bookkeeping.test(column)
}

/** What people call a table; its own name where nobody named it. */
export function tableName(table: string): string {
  return tables[table] ?? table
}

/** What people call a column; its own name where nobody named it. */
export function columnName(table: string, column: string): string {
  return columns[`${table}.${column}`] ?? columns[column] ?? column
}

/** A value as people write it; null where there is none. */
export function readable(table: string, column: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) {
    const parts = value.map(part => readable(table, column, part))
    return parts.length === 0 ? null : parts.join('、')
  }
  if (typeof value === 'boolean') {
    if (column === 'enabled') return value ? enabledStates.enabled : enabledStates.disabled
    return value ? '是' : '否'
  }
  // Money is whole fen.
  if (typeof value === 'number') return /price$/.test(column) ? `¥${(value / 100).toFixed(2)}` : String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  const known = values[`${table}.${column}`]?.[value] ?? values[column]?.[value]
  if (known !== undefined) return known
  if (table === 'role_access' && isAccessCode(value)) return accessNames[value]
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)) return localTime(value)
  return /^\d\d:\d\d:00$/.test(value) ? value.slice(0, 5) : value
}
