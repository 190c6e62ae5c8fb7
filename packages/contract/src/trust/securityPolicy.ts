import { z } from 'zod'
import { accessCodes } from '../access.ts'
import { accessCode } from '../accessCode.ts'
import { endpoint } from '../endpoint.ts'
import { filter, instant, organId, searchText, version } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { network } from '../networks.ts'
import { fileOf, page, paging } from '../paging.ts'
import { selfResets } from './contactKinds.ts'
import { factorKinds } from './factorKinds.ts'

/** Of whom a second step is asked. */
export const secondStepGroups = {
  none: '不要求',
  codes: '平台人员和持有指定权限的成员',
  all: '所有成员',
} as const
export type SecondStepGroup = keyof typeof secondStepGroups

/** 安全设置: what is asked of whoever signs in. */
const policyFields = {
  secondStepFor: label('须开启两步验证的成员', choice(secondStepGroups)),
  codes: label('指定权限', z.array(accessCode).max(accessCodes.length)),
  graceDays: label('宽限天数', z.int().min(0).max(30)),
  stepUpMinutes: label('重要操作须再次验证', z.int().min(5).max(60)),
  idleMinutes: label('登录保持', z.int().min(30).max(1440)),
  moneyIdleMinutes: label('资金权限无操作退出', z.int().min(10).max(1440)),
  absoluteHours: label('登录最长时间', z.int().min(12).max(720)),
  mostSessions: label('每人同时登录', z.int().min(1).max(20)),
  systemNetworks: label('系统管理的网段', z.array(network).max(50)),
  selfReset: label('忘记密码自助重置', choice(selfResets)),
  consentNeeded: label('新增学员须登记告知同意', z.boolean()),
}
export const policyForm = z.object({ ...policyFields, version })
export type PolicyForm = z.output<typeof policyForm>

const policy = z.object({
  secondStepFor: choice(secondStepGroups),
  codes: z.array(z.string()),
  graceDays: z.int(),
  stepUpMinutes: z.int(),
  idleMinutes: z.int(),
  moneyIdleMinutes: z.int(),
  absoluteHours: z.int(),
  mostSessions: z.int(),
  systemNetworks: z.array(z.string()),
  selfReset: choice(selfResets),
  consentNeeded: z.boolean(),
  version: z.int(),
  /** From when on holders of the codes, and everybody else, do nothing before they have a second step; null: they are not asked to. */
  codesDueAt: instant.nullable(),
  allDueAt: instant.nullable(),
})

/** What a policy would mean for those who are here. */
const effect = z.object({
  /** Members who can sign in. */
  members: z.int(),
  /** Of whom a second step is asked. */
  obliged: z.int(),
  /** Those of them who have none yet. */
  lacking: z.int(),
  /** Those of them who can do nothing else before. */
  atOnce: z.int(),
  /** Sessions that end now, since they are older, or more, than would be allowed. */
  endedSessions: z.int(),
})

/** What somebody's second step is at. */
export const factorStates = {
  missing: '须开启未开启',
  asked: '宽限期内未开启',
  none: '未开启',
  there: '已开启',
} as const
export type FactorState = keyof typeof factorStates

const memberFactor = z.object({
  userId: z.int(),
  userName: z.string(),
  userAccount: z.string(),
  organId: z.int(),
  organName: z.string(),
  state: choice(factorStates),
  /** Kinds of what they have. */
  kinds: z.array(choice(factorKinds)),
  recoveryLeft: z.int(),
  dueAt: instant.nullable(),
  lastLoginAt: instant.nullable(),
})
export type MemberFactor = z.output<typeof memberFactor>
export const memberFactorList = listColumns(memberFactor, {
  userName: column.text('名称', { widest: 160 }),
  userAccount: column.text('账号', { widest: 160 }),
  organName: column.text('所属机构', { widest: 180 }),
  state: column.choice('两步验证', factorStates),
  kinds: column.special('验证方式', { widest: 180 }),
  recoveryLeft: column.number('剩余恢复码'),
  dueAt: column.time('须开启时间', { missing: '不要求' }),
  lastLoginAt: column.time('最近登录', { missing: '从未登录' }),
})
/** Kinds of factors as one text. */
export const kindNamesOf = ({ kinds }: Pick<MemberFactor, 'kinds'>) =>
  kinds.map(kind => factorKinds[kind]).join('、')

const memberFilter = {
  paramValue: searchText,
  state: label('两步验证', filter(choice(factorStates))),
  organId: filter(organId),
}

const base = '/admin/api/manage/securityPolicy'
const access = ['system:security'] as const

/** 安全设置: whoever manages the platform says what is asked of whoever signs in, and sees of whom it is asked. */
export const securityPolicy = {
  info: endpoint({ title: '安全设置', method: 'GET', path: `${base}/info`, access, reply: policy }),
  preview: endpoint({
    title: '预览安全设置的影响',
    method: 'POST',
    path: `${base}/preview`,
    access,
    input: policyForm,
    reply: effect,
    perMinute: 60,
  }),
  save: endpoint({
    title: '修改安全设置',
    method: 'POST',
    path: `${base}/save`,
    access,
    input: policyForm,
    reply: z.literal(true),
    change: '修改安全设置',
    record: 'version',
    stepUp: 'fresh',
  }),
  members: endpoint({
    title: '成员的两步验证',
    method: 'GET',
    path: `${base}/memberPage`,
    access,
    input: z.object({ ...paging, ...memberFilter }),
    reply: page(memberFactor),
    columns: memberFactorList,
  }),
  membersExport: fileOf(
    'members',
    { title: '导出成员的两步验证', stepUp: 'recent', path: `${base}/memberExport`, access },
    memberFilter,
  ),
}
