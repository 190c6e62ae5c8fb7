/** One access code of spec §6, or one that calls.md adds. A person holds a set of them through their roles. */
export type AccessCode = keyof typeof accessNames

/** Every access code with the name it has on the role screens, in the order of the menu (spec §6). */
export const accessNames = {
  device: '设备管理',
  'device:simulator': '设备列表',
  'device:running': '运行状态',
  'device:teachData': '教学数据',
  'device:edit': '编辑设备',
  'organ:school': '驾校管理',
  'organ:edit': '编辑机构',
  finance: '财务管理',
  'finance:home': '财务概况',
  'finance:accCheck': '对账管理',
  'finance:receipt': '收款管理',
  'finance:contract': '合同信息配置',
  'finance:edit': '编辑财务',
  'finance:approve': '财务审批',
  'student:edit': '编辑学员',
  'student:reveal': '查看证件和手机号',
  'order:edit': '编辑订单',
  'enroll:edit': '编辑招生',
  'app:edit': '编辑应用',
  system: '系统管理',
  'system:role': '角色管理',
  'system:user': '成员管理',
  'system:noticePush': '推送管理',
  'system:security': '安全管理',
  'system:privacy': '个人信息保护',
  'system:open': '开放接口',
  ops: '运维管理',
  'ops:report': '报修验收',
  'ops:dispatch': '派单',
  'ops:handle': '处理工单',
} as const satisfies Record<string, string>

/** All codes, in the order of {@link accessNames}. */
export const accessCodes = Object.keys(accessNames).filter(isAccessCode)

/** Whether a string is a code this version knows; stored roles may hold ones of another version. */
export function isAccessCode(code: string): code is AccessCode {
  return Object.hasOwn(accessNames, code)
}

/**
 * Who may make a call:
 * - `anonymous`: the world (health, the QR fault report);
 * - `basic`: whoever knows the client's fixed basic credential (token calls only);
 * - `signedIn`: any signed-in person, whatever their codes (`public` in a path of the spec);
 * - a list: a signed-in person who holds any one of these codes (spec §5, last line).
 */
export type Access = 'anonymous' | 'basic' | 'signedIn' | readonly AccessCode[]

/** Whether someone with these codes meets an access list. A missing or empty list is open to any signed-in person (spec §6). */
export function mayUse(access: readonly AccessCode[] | undefined, heldCodes: ReadonlySet<string>): boolean {
  return access === undefined || access.length === 0 || access.some(code => heldCodes.has(code))
}
