import { z } from 'zod'
import { cleanedCode } from '../cleaned.ts'
import { enabledStates, switchMachine } from '../enabled.ts'
import { endpoint } from '../endpoint.ts'
import { error, refuse } from '../errors.ts'
import {
  filter,
  guid,
  id,
  instant,
  maskedPhone,
  mobilePhone,
  nameText,
  optionalCode,
  organId,
  pictureLink,
  schoolId,
  searchText,
  text,
  version,
} from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { fileOf, page, pagingByPage } from '../paging.ts'
import { revealCall, revealReason } from '../reveals.ts'
import { sessionOfPerson } from './account.ts'

/** A disabled member cannot sign in. */
export const memberSwitch = switchMachine(state => refuse(memberErrors.memberAlreadySo, state))

const organisationOfMember = z.object({ organizationId: z.int(), name: z.string() })
const roleOfMember = z.object({ roleId: z.int(), roleName: z.string() })

/** How somebody may have come to know how to sign in as a member. */
export const holdKinds = { made: '创建账号', password: '重置密码', contact: '修改联系方式' } as const
export type HoldKind = keyof typeof holdKinds

/** A member of staff as lists show them. */
const memberRow = z.object({
  userId: z.int(),
  userAccount: z.string(),
  userName: z.string(),
  userPhone: maskedPhone.nullable(),
  userMail: z.string().nullable(),
  organId: z.int(),
  organName: z.string(),
  roles: z.array(roleOfMember),
  enabled: z.boolean(),
  lastLoginAt: instant.nullable(),
  version: z.int(),
})
export type MemberRow = z.output<typeof memberRow>
export const memberList = listColumns(memberRow, {
  userName: column.text('名称', { widest: 160 }),
  userAccount: column.text('账号', { widest: 160 }),
  enabled: column.yesNo('状态', { yes: enabledStates.enabled, no: enabledStates.disabled }),
  organName: column.text('所属机构', { widest: 180 }),
  roles: column.special('角色', { widest: 200 }),
  userPhone: column.code('手机号'),
  userMail: column.text('邮箱', { widest: 200, optional: true }),
  lastLoginAt: column.time('最近登录'),
})
/** The roles of a member by their names. */
export const roleNamesOf = ({ roles }: Pick<MemberRow, 'roles'>) =>
  roles.map(({ roleName }) => roleName).join('、')

export const memberDetail = memberRow.extend({
  belongOrgans: z.array(organisationOfMember),
  userIcon: pictureLink.nullable(),
  createdAt: instant,
  mustChangePassword: z.boolean(),
  /** Who may know how to sign in with the account, until somebody attests that its person alone does. */
  holds: z.array(z.object({ name: z.string(), how: choice(holdKinds), at: instant })),
})
export type MemberDetail = z.output<typeof memberDetail>

/** A member's form; the account cannot be changed later. */
export const memberForm = z.object({
  userAccount: label(
    '账号',
    cleanedCode.regex(/^[A-Za-z][\w.-]{2,31}$/, '账号须以字母开头，3 至 32 个字母、数字、点、下划线或连字符'),
  ),
  userName: label('名称', nameText(50)),
  userPhone: label(
    '手机号',
    z
      .union([z.literal('').transform(() => null), z.null(), mobilePhone])
      .optional()
      .transform(value => value ?? null),
  ),
  userMail: label('邮箱', optionalCode(100).pipe(z.email('邮箱格式不正确').nullable())),
  organId: label('所属机构', id),
  belongOrganIds: label('管理机构', z.array(id).min(1, '请至少选择一个管理机构').max(1000)),
  roleIds: label('角色', z.array(id).max(50)),
})

const userId = label('成员', id)
const byId = z.object({ userId })
const memberFilter = {
  paramValue: searchText,
  roleId: label('角色', filter(id)),
  organId: filter(organId),
  /** A school's and its service points'. */
  schoolId: filter(schoolId),
  enabled: label(
    '启用状态',
    filter(
      z.union([z.boolean(), choice({ true: '启用', false: '停用' }).transform(value => value === 'true')]),
    ),
  ),
}
const access = ['system:user'] as const

/** 成员管理 (spec §7 "Users"): members of the operator's own organisations. */
export const members = {
  list: endpoint({
    title: '成员列表',
    method: 'GET',
    path: '/api/manage/userListByRole',
    access,
    input: z.object({
      ...pagingByPage,
      ...memberFilter,
    }),
    reply: page(memberRow),
    columns: memberList,
  }),
  export: fileOf(
    'list',
    { title: '导出成员列表', stepUp: 'recent', path: '/api/manage/userExport', access },
    memberFilter,
  ),
  info: endpoint({
    title: '成员详情',
    method: 'GET',
    path: '/api/manage/userInfo',
    access,
    input: byId,
    reply: memberDetail,
  }),
  /** `firstPassword` is shown once and must be changed at the first sign-in, within a week; a repeated call gets null. */
  add: endpoint({
    title: '新增成员',
    method: 'POST',
    path: '/api/manage/userAdd',
    access,
    input: memberForm,
    reply: z.object({ userId: z.int(), firstPassword: z.string().nullable() }),
    change: '新增成员',
    stepUp: 'recent',
    secret: ['firstPassword'],
  }),
  modify: endpoint({
    title: '修改成员',
    method: 'POST',
    path: '/api/manage/userModify',
    access,
    // The phone is masked where it is read: left out it stays, null takes it away.
    input: memberForm.omit({ userAccount: true }).extend({
      userId,
      version,
      userPhone: label(
        '手机号',
        z.union([z.literal('').transform(() => undefined), z.null(), mobilePhone]).optional(),
      ),
    }),
    reply: z.literal(true),
    change: '修改成员',
    stepUp: 'recent',
    record: 'userId',
  }),
  /** userDel disables (calls.md): a person who did something is never deleted. */
  disable: endpoint({
    title: '停用成员',
    method: 'POST',
    path: '/api/manage/userDel',
    access,
    input: byId,
    reply: z.literal(true),
    change: '停用成员',
    stepUp: 'recent',
    record: 'userId',
  }),
  enable: endpoint({
    title: '启用成员',
    method: 'POST',
    path: '/api/manage/userEnable',
    access,
    input: byId,
    reply: z.literal(true),
    change: '启用成员',
    stepUp: 'recent',
    record: 'userId',
  }),
  resetPassword: endpoint({
    title: '重置密码',
    method: 'POST',
    path: '/api/manage/userResetPassword',
    access,
    input: byId,
    /** `sentTo`: the verified mail, masked, that a link to set a new password went to, in place of a first password. */
    reply: z.object({ firstPassword: z.string().nullable(), sentTo: z.string().nullable() }),
    change: '重置密码',
    stepUp: 'recent',
    record: 'userId',
    secret: ['firstPassword'],
  }),
  /** By somebody who does not hold the account: neither made it nor set its password or contact, also not by others' hands. */
  attest: endpoint({
    title: '当面核实成员',
    method: 'POST',
    path: '/api/manage/userAttest',
    access,
    input: z.object({ userId, reason: label('核实方式', text(100)) }),
    reply: z.literal(true),
    change: '当面核实',
    stepUp: 'recent',
    record: 'userId',
  }),
  reveal: endpoint({
    ...revealCall,
    title: '查看成员手机号',
    path: '/api/manage/userReveal',
    access,
    input: z.object({ userId, reason: revealReason }),
    change: '查看成员手机号',
    stepUp: 'recent',
    record: 'userId',
  }),
  sessions: endpoint({
    title: '成员的登录设备',
    method: 'GET',
    path: '/api/manage/userSessions',
    access,
    input: byId,
    reply: z.array(sessionOfPerson),
  }),
  endSession: endpoint({
    title: '下线成员的一台登录设备',
    method: 'POST',
    path: '/api/manage/userEndSession',
    access,
    input: z.object({ userId, sessionId: label('登录设备', guid) }),
    reply: z.literal(true),
    change: '下线成员的登录设备',
    stepUp: 'recent',
    record: 'userId',
  }),
  signOutEverywhere: endpoint({
    title: '下线全部登录设备',
    method: 'POST',
    path: '/api/manage/userSignOut',
    access,
    input: byId,
    reply: z.literal(true),
    change: '下线全部登录设备',
    stepUp: 'recent',
    record: 'userId',
  }),
}

/** Refusals about members: −104yy, shared with the roles. */
export const memberErrors = {
  accountTaken: error(-10401, (account: string) => `账号 ${account} 已被使用，请换一个`),
  memberAlreadySo: error(-10402, (state: string) => `该成员已经是${state}状态，请刷新列表`),
  memberOutranks: error(-10403, '该成员拥有您没有的权限或管理机构，请由权限更高的管理员操作'),
  lastAdministrator: error(-10407, '这是最后一名平台管理员，请先让其他成员成为平台管理员'),
  notDisableOneself: error(-10413, '不能停用自己，请由其他管理员操作'),
  attestsHeld: error(
    -10415,
    '您和该成员的账号有关联（30 天内创建过、重置过密码或改过联系方式），请由无关联的系统管理员核实',
  ),
  nothingToAttest: error(-10416, '该成员的账号没有需要核实的关联'),
  notResetOneself: error(-10414, '请在个人中心修改自己的密码'),
} as const
