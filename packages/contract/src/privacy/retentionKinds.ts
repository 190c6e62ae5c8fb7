/** How long something of people is kept. */
interface RetentionKind {
  /** What it is, on the screen. */
  readonly name: string
  /** Months, where nobody has set others; null: for good. */
  readonly months: number | null
  /** The law allows no fewer; null: no law asks for any. The company's lawyer confirms what stands here. */
  readonly floor: { readonly months: number; readonly law: string } | null
  /** From when on the months count. */
  readonly from: string
  /** What happens then. */
  readonly afterwards: string
}

const trainingLaw = '《机动车驾驶员培训管理规定》：学员档案保存期不少于 4 年'
const accountingLaw = '《会计档案管理办法》：会计凭证和账簿保存 30 年'
const networkLaw = '《网络安全法》：网络日志留存不少于六个月'
const privacyLaw = '《个人信息保护法》：个人信息处理情况记录至少保存三年'

/** What is cleared once somebody has said after how long: what is cleared does not come back. */
export const settableKinds = {
  student: {
    name: '学员身份信息',
    months: 48,
    floor: { months: 48, law: trainingLaw },
    from: '最后一次学籍结束，且最后一笔资金已满 3 年、没有未办结的事项',
    afterwards: '改为“已注销学员”，不再指向本人',
  },
  applicant: {
    name: '报名和招生学员',
    months: 6,
    floor: null,
    from: '提交报名，且已处理',
    afterwards: '删除姓名和手机号',
  },
  reporter: {
    name: '扫码报修人和现场签字人',
    months: 6,
    floor: null,
    from: '报修或签字',
    afterwards: '删除姓名和手机号',
  },
  feedback: { name: '学员反馈', months: 24, floor: null, from: '提交', afterwards: '删除' },
  message: { name: '回收站中的站内消息', months: 12, floor: null, from: '消息发出', afterwards: '删除' },
  request: {
    name: '权利请求',
    months: 36,
    floor: { months: 36, law: privacyLaw },
    from: '办结',
    afterwards: '删除',
  },
} as const satisfies Record<string, RetentionKind & { months: number }>
export type SettableKind = keyof typeof settableKinds

/** What is kept of people, by how long. Months are calendar months, counted in China's time. */
export const retentionKinds = {
  ...settableKinds,
  money: {
    name: '订单、退款和凭证',
    months: null,
    floor: { months: 360, law: accountingLaw },
    from: '业务发生',
    afterwards: '长期保存，只按编号记录学员',
  },
  member: {
    name: '后台成员、教练和机构联系人',
    months: null,
    floor: null,
    from: '登记',
    afterwards: '长期保存，停用后仍用于说明谁做过什么',
  },
  operation: {
    name: '操作日志',
    months: null,
    floor: { months: 6, law: networkLaw },
    from: '操作',
    afterwards: '长期保存，注销学员时隐去其个人信息',
  },
  work: { name: '工单中的文字和照片', months: null, floor: null, from: '工单', afterwards: '长期保存' },
  comment: {
    name: '记录上的评论',
    months: null,
    floor: null,
    from: '评论',
    afterwards: '长期保存，注销学员时隐去其个人信息',
  },
  log: {
    name: '安全日志',
    months: 12,
    floor: { months: 6, law: networkLaw },
    from: '记录',
    afterwards: '删除',
  },
  outbox: { name: '短信和邮件', months: 6, floor: null, from: '创建', afterwards: '删除' },
  push: { name: '推送和站内消息', months: null, floor: null, from: '发送', afterwards: '长期保存' },
  session: { name: '登录记录', months: 1, floor: null, from: '退出登录', afterwards: '删除' },
  file: {
    name: '任务和导出文件',
    months: 3,
    floor: null,
    from: '创建',
    afterwards: '导出文件 7 天后、任务 90 天后删除',
  },
  outcome: { name: '重复请求的答复', months: 1, floor: null, from: '请求', afterwards: '2 天后删除' },
  event: { name: '推送给外部系统的事件', months: 1, floor: null, from: '事件', afterwards: '30 天后删除' },
  error: { name: '前端错误', months: null, floor: null, from: '上报', afterwards: '长期保存' },
} as const satisfies Record<string, RetentionKind>
export type RetentionKindName = keyof typeof retentionKinds
