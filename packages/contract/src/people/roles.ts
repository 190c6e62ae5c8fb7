import { z } from 'zod'
import { type AccessCode, accessNames } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { filter, id, instant, nameText, optionalText, organId, searchText, version } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { fileOf, page, paging } from '../paging.ts'

/** Codes of one group of the menu; the group's own code first where it has one. Shown as a tree on the role screens. */
export const accessGroups = [
  {
    title: '设备管理',
    codes: ['device', 'device:simulator', 'device:running', 'device:teachData', 'device:edit'],
  },
  { title: '机构管理', codes: ['organ:school', 'organ:edit'] },
  {
    title: '财务管理',
    codes: [
      'finance',
      'finance:home',
      'finance:accCheck',
      'finance:receipt',
      'finance:contract',
      'finance:edit',
      'finance:approve',
    ],
  },
  { title: '学员管理', codes: ['student:edit', 'student:reveal'] },
  { title: '订单管理', codes: ['order:edit'] },
  { title: '招生管理', codes: ['enroll:edit'] },
  { title: '运营管理', codes: ['app:edit'] },
  {
    title: '系统管理',
    codes: [
      'system',
      'system:role',
      'system:user',
      'system:noticePush',
      'system:security',
      'system:privacy',
      'system:open',
    ],
  },
  { title: '运维管理', codes: ['ops', 'ops:report', 'ops:dispatch', 'ops:handle'] },
] as const satisfies readonly { title: string; codes: readonly AccessCode[] }[]

const roleRow = z.object({
  roleId: z.int(),
  roleName: z.string(),
  note: z.string().nullable(),
  /** null: the platform's, for all. */
  organId: z.int().nullable(),
  organName: z.string().nullable(),
  builtIn: z.boolean(),
  codes: z.array(z.string()),
  members: z.int(),
  createdAt: instant,
  version: z.int(),
})
export type RoleRow = z.output<typeof roleRow>
export const roleList = listColumns(roleRow, {
  roleName: column.text('角色名称'),
  builtIn: column.yesNo('类型', { yes: '内置', no: '自定义' }),
  organName: column.text('所属驾校', { widest: 200, missing: '平台' }),
  codes: column.special('权限数', { numeric: true, only: 'screen' }),
  codeNames: column.special('权限', { beside: 'codes' }),
  members: column.number('成员数'),
  note: column.text('备注', { widest: 280 }),
  createdAt: column.time('创建时间'),
})

export const roleForm = z.object({
  roleName: label('角色名称', nameText(30)),
  note: label('备注', optionalText(200)),
  organId: label('所属驾校', filter(id)),
  codes: label('权限', z.array(choice(accessNames)).max(100)),
})

const access = ['system:role'] as const
const roleId = label('角色', id)
const byId = z.object({ roleId })
const roleFilter = { paramValue: searchText, organId: filter(organId) }

/** 角色管理: a role belongs to the platform or to one school; nobody grants what they do not hold. */
export const roles = {
  /** Roles that the operator may give to members: of the platform, and of organisations in their scope. */
  brief: endpoint({
    title: '角色选项',
    method: 'GET',
    path: '/api/manage/briefRolesList',
    access: ['system:user', 'system:role'],
    reply: z.array(roleRow.pick({ roleId: true, roleName: true, organId: true, organName: true })),
  }),
  list: endpoint({
    title: '角色列表',
    method: 'GET',
    path: '/api/manage/roleList',
    access,
    input: z.object({ ...paging, ...roleFilter }),
    reply: page(roleRow),
    columns: roleList,
  }),
  export: fileOf('list', { title: '导出角色列表', path: '/api/manage/roleExport', access }, roleFilter),
  info: endpoint({
    title: '角色详情',
    method: 'GET',
    path: '/api/manage/roleInfo',
    access,
    input: byId,
    reply: roleRow,
  }),
  add: endpoint({
    title: '新增角色',
    method: 'POST',
    path: '/api/manage/roleAdd',
    access,
    input: roleForm,
    reply: z.object({ roleId: z.int() }),
    change: '新增角色',
    stepUp: 'recent',
  }),
  modify: endpoint({
    title: '修改角色',
    method: 'POST',
    path: '/api/manage/roleModify',
    access,
    input: roleForm.omit({ organId: true }).extend({ roleId, version }),
    reply: z.literal(true),
    change: '修改角色',
    stepUp: 'recent',
    record: 'roleId',
  }),
  remove: endpoint({
    title: '删除角色',
    method: 'POST',
    path: '/api/manage/roleDel',
    access,
    input: byId,
    reply: z.literal(true),
    change: '删除角色',
    stepUp: 'recent',
    record: 'roleId',
  }),
}

/** Refusals about roles: −104yy. */
export const roleErrors = {
  roleNotYours: error(-10404, (role: string) => `角色“${role}”包含您没有的权限，不能由您授予或收回`),
  codesNotYours: error(-10405, (codes: string) => `您没有“${codes}”权限，不能授予或收回`),
  roleOfAnother: error(-10406, (role: string) => `角色“${role}”属于其他驾校，不能授予该成员`),
  roleBuiltIn: error(-10408, '内置角色不能修改或删除，请新增一个角色'),
  roleHeld: error(-10409, (members: number) => `仍有 ${members} 名成员拥有此角色，请先为他们更换角色`),
  roleNameTaken: error(-10410, (name: string) => `角色名称“${name}”已被使用，请换一个`),
  roleOwner: error(-10411, '请选择角色所属的驾校，平台角色只能由管理整个平台的成员维护'),
  roleHeldElsewhere: error(-10412, '此角色还有不在您管理机构内的成员，请由平台管理员操作'),
} as const
