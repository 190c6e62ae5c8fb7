/** How long something of people is kept. */
interface RetentionKind {
  /** What it is, on the screen. */
  readonly name: string
  /** Months, as long as nobody has set others; null: for good. */
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

/** What is kept of people, by how long. Months are calendar months, counted in China's time. */
export const retentionKinds = {
  student: {
    name: '学员身份信息',
    months: 48,
    floor: { months: 48, law: trainingLaw },
    from: '最后一次学籍结束，且最后一笔资金已满 3 年',
    afterwards: '改为“已注销学员”，不再指向本人',
  },
  money: {
    name: '订单、退款和凭证',
    months: null,
    floor: { months: 360, law: accountingLaw },
    from: '业务发生',
    afterwards: '长期保存，只按编号记录学员',
  },
  member: {
    name: '成员账号资料',
    months: 36,
    floor: null,
    from: '账号停用',
    afterwards: '改为“已离职成员”，不再指向本人',
  },
  applicant: {
    name: '报名和招生学员',
    months: 6,
    floor: null,
    from: '报名处理完毕',
    afterwards: '删除姓名和手机号',
  },
  reporter: { name: '扫码报修人', months: 6, floor: null, from: '报修', afterwards: '删除手机号' },
  feedback: { name: '学员反馈', months: 24, floor: null, from: '提交', afterwards: '删除内容' },
  log: {
    name: '操作日志和安全日志',
    months: 36,
    floor: { months: 6, law: networkLaw },
    from: '记录',
    afterwards: '删除',
  },
  consent: {
    name: '告知同意和权利请求',
    months: 36,
    floor: { months: 36, law: privacyLaw },
    from: '撤回或办结',
    afterwards: '删除',
  },
  outbox: { name: '短信和邮件', months: 6, floor: null, from: '发送', afterwards: '删除' },
  message: { name: '站内消息', months: 12, floor: null, from: '移入回收站', afterwards: '删除' },
  session: { name: '登录记录', months: 1, floor: null, from: '退出登录', afterwards: '删除' },
  file: { name: '导出文件和任务', months: 1, floor: null, from: '生成', afterwards: '删除' },
} as const satisfies Record<string, RetentionKind>
export type RetentionKindName = keyof typeof retentionKinds
