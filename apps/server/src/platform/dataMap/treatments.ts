import type { RetentionKindName } from '@drivesim/contract/privacy/retentionKinds'
import type { DB } from '../../generated/schema.ts'

/** Whose data it is. */
export const subjects = {
  student: '学员',
  member: '后台成员',
  applicant: '报名人',
  coach: '教练',
  reporter: '扫码报修人',
  signer: '现场签字人',
  payee: '收款人',
  contact: '机构联系人',
  mentioned: '文字中提到的人',
} as const

/** How replies, files and the operation log show it: the middle left out, the last four, not at all, or as it is. */
export const masks = {
  none: '原样显示',
  phone: '隐去中间四位',
  account: '仅显示末四位',
  absent: '不显示',
} as const

/** What erasing the person does to it. */
export const erasures = {
  pseudonym: '改为已注销的称呼',
  emptied: '清空',
  redacted: '改为〔已删除〕',
  kept: '依法保留',
  ends: '按保存期限删除',
  byHand: '由人工核对',
} as const

/** What a column says of people, and what is done about it. */
export type Treatment = WithoutPerson | OfPerson

/** `none` says nothing of a person, `internal` points to one by number alone, `secret` is a key, or the hash of one. */
interface WithoutPerson {
  readonly class: 'none' | 'internal' | 'secret'
}

/** `sensitive` is what the law calls so (PIPL §28), or what money is taken with. */
interface OfPerson {
  readonly class: 'personal' | 'sensitive'
  readonly subject: keyof typeof subjects
  /** What it is there for. */
  readonly purpose: string
  readonly mask: keyof typeof masks
  readonly retention: RetentionKindName
  readonly erasure: keyof typeof erasures
}

/** Each column of these tables, and none besides: a new one does not compile before it is classified. */
export type Columns<Tables extends keyof DB> = {
  readonly [Table in Tables]: { readonly [Column in keyof DB[Table]]: Treatment }
}

const teaching = '登记学籍、预约和记录训练'
const enrolling = '联系报名人、安排教练'
const repairing = '了解故障、确认维修'
const paying = '退款、付款和对账'
const running = '登录、授权和联系后台成员'
const proving = '追查操作、保护账号'

const of = <const T extends OfPerson>(treatment: T): T => treatment

export const none = { class: 'none' } as const
/** A person's number, or who did it: says nothing without the row that it points to. */
export const byNumber = { class: 'internal' } as const
export const secret = { class: 'secret' } as const
/** A keyed hash: what it stands for is not read from it. */
export const keyedHash = { class: 'secret' } as const

const student = { subject: 'student', purpose: teaching, retention: 'student' } as const
export const studentName = of({ ...student, class: 'personal', mask: 'none', erasure: 'pseudonym' })
export const studentInitials = of({ ...student, class: 'personal', mask: 'absent', erasure: 'emptied' })
export const studentPhone = of({ ...student, class: 'personal', mask: 'phone', erasure: 'emptied' })
/** What their school writes about them, for itself. */
export const studentNote = of({ ...student, class: 'personal', mask: 'none', erasure: 'emptied' })
export const studentTags = of({ ...student, class: 'personal', mask: 'none', erasure: 'emptied' })
export const idNumber = of({ ...student, class: 'sensitive', mask: 'account', erasure: 'emptied' })
export const idNumberHash = of({ ...student, class: 'sensitive', mask: 'absent', erasure: 'emptied' })
export const feedbackText = of({
  ...student,
  class: 'personal',
  purpose: '改进教学',
  mask: 'none',
  retention: 'feedback',
  erasure: 'redacted',
})

const member = { subject: 'member', purpose: running, retention: 'member', class: 'personal' } as const
export const memberName = of({ ...member, mask: 'none', erasure: 'ends' })
export const memberContact = of({ ...member, mask: 'phone', erasure: 'ends' })
export const memberPicture = of({ ...member, mask: 'none', erasure: 'ends' })
export const ownView = of({ ...member, purpose: '保存列表的筛选条件', mask: 'none', erasure: 'redacted' })
export const signInTrace = of({
  ...member,
  purpose: proving,
  mask: 'none',
  retention: 'session',
  erasure: 'ends',
})
export const browserTrace = of({
  ...member,
  purpose: '查找页面错误',
  mask: 'none',
  retention: 'error',
  erasure: 'ends',
})

const applicant = {
  subject: 'applicant',
  purpose: enrolling,
  retention: 'applicant',
  class: 'personal',
} as const
export const applicantName = of({ ...applicant, mask: 'none', erasure: 'pseudonym' })
export const applicantPhone = of({ ...applicant, mask: 'phone', erasure: 'emptied' })
export const applicantText = of({ ...applicant, mask: 'none', erasure: 'redacted' })

const coach = { subject: 'coach', purpose: '安排教学', retention: 'member', class: 'personal' } as const
export const coachName = of({ ...coach, mask: 'none', erasure: 'ends' })
export const coachPhone = of({ ...coach, mask: 'phone', erasure: 'ends' })
/** Of an organisation: staff are meant to call it (decision 0022). */
export const contact = of({
  class: 'personal',
  subject: 'contact',
  purpose: '联系机构',
  mask: 'none',
  retention: 'member',
  erasure: 'ends',
})

const report = { class: 'personal', purpose: repairing, retention: 'reporter' } as const
export const reporterPhone = of({ ...report, subject: 'reporter', mask: 'phone', erasure: 'emptied' })
export const reporterText = of({
  ...report,
  retention: 'work',
  subject: 'reporter',
  mask: 'none',
  erasure: 'byHand',
})
export const orderText = of({
  ...report,
  retention: 'work',
  subject: 'mentioned',
  mask: 'none',
  erasure: 'byHand',
})
export const signature = of({ ...report, subject: 'signer', mask: 'none', erasure: 'emptied' })
export const signaturePhone = of({ ...report, subject: 'signer', mask: 'phone', erasure: 'emptied' })

/** Accounting documents stay as they are. */
const money = { purpose: paying, retention: 'money', erasure: 'kept' } as const
export const payeeAccount = of({ ...money, class: 'sensitive', subject: 'payee', mask: 'account' })
/** Of schools; some are one person's. */
export const schoolAccount = of({ ...money, class: 'sensitive', subject: 'payee', mask: 'account' })
export const slip = of({ ...money, class: 'sensitive', subject: 'payee', mask: 'absent' })
export const moneyText = of({ ...money, class: 'personal', subject: 'mentioned', mask: 'none' })

const log = { class: 'personal', purpose: proving, retention: 'log' } as const
export const logActor = of({
  ...log,
  retention: 'operation',
  subject: 'member',
  mask: 'none',
  erasure: 'ends',
})
export const logChange = of({
  ...log,
  retention: 'operation',
  subject: 'mentioned',
  mask: 'phone',
  erasure: 'redacted',
})
export const eventText = of({ ...log, subject: 'mentioned', mask: 'none', erasure: 'ends' })

/** Papers beside contracts, payments and work orders. */
export const attachedFile = of({ ...money, class: 'personal', subject: 'mentioned', mask: 'none' })

/** On a record; of a student the whole text goes, elsewhere names and phones. */
export const commentText = of({
  class: 'personal',
  subject: 'mentioned',
  purpose: '就记录协作',
  mask: 'none',
  retention: 'comment',
  erasure: 'redacted',
})

const told = { class: 'personal', subject: 'mentioned', purpose: '通知和提醒', mask: 'none' } as const
export const messageText = of({ ...told, retention: 'push', erasure: 'redacted' })
export const pushText = of({ ...told, retention: 'push', erasure: 'ends' })
export const outboxText = of({ ...told, retention: 'outbox', erasure: 'redacted' })
export const jobText = of({ ...told, purpose: '批量处理和导出', retention: 'file', erasure: 'redacted' })
export const exportFile = of({ ...told, purpose: '批量处理和导出', retention: 'file', erasure: 'ends' })
/** What a call answered, for whoever asks again with the same key. */
export const outcome = of({
  ...told,
  purpose: '同一请求只处理一次',
  retention: 'outcome',
  erasure: 'redacted',
})

/** What other software was told, as a list shows it, and what it answered. */
export const toldOutside = of({
  ...told,
  purpose: '通知外部系统',
  retention: 'event',
  mask: 'phone',
  erasure: 'ends',
})

/** Who an erased student was, sealed, for as long as the law has it kept. */
export const heldIdentity = of({
  ...student,
  class: 'sensitive',
  purpose: '依法留存学员档案',
  mask: 'absent',
  erasure: 'ends',
})
export const requestText = of({
  class: 'personal',
  subject: 'mentioned',
  purpose: '办理权利请求',
  mask: 'none',
  retention: 'request',
  erasure: 'redacted',
})
