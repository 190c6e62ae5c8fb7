import { z } from 'zod'
import { type AccessCode, accessCodes, accessNames, isAccessCode } from '../../access.ts'
import { accessCode } from '../../accessCode.ts'
import { id, instant, nameText } from '../../fields.ts'
import { choice, label, labelValues } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { network } from '../../networks.ts'

/** Whether a key may be used: what ended it has the last word. */
export const apiKeyStates = { live: '有效', expired: '已过期', stopped: '已停用' } as const
export type ApiKeyState = keyof typeof apiKeyStates

/** Who or what stopped a key. */
export const apiKeyEnds = {
  owner: '本人停用',
  keeper: '管理员停用',
  notMe: '本人修改密码时停用',
  passwordReset: '密码重置',
  factorsReset: '两步验证重置',
  disabled: '成员停用',
} as const
export type ApiKeyEnd = keyof typeof apiKeyEnds

/** Days that a key lives, as its maker chooses. */
const terms = { 30: '30 天', 90: '90 天', 365: '365 天' } as const

/** Codes that calls open to keys ask for: others allow a key nothing. `openToKeys.test.ts` holds them against the calls. */
export const apiKeyCodes: readonly AccessCode[] = [
  'device',
  'device:simulator',
  'device:running',
  'device:teachData',
  'device:edit',
  'organ:school',
  'finance',
  'finance:home',
  'finance:accCheck',
  'finance:receipt',
  'finance:contract',
  'student:edit',
  'order:edit',
  'ops',
  'ops:report',
  'ops:dispatch',
  'ops:handle',
]

const keyCode = accessCode.refine(code => apiKeyCodes.includes(code), '这项权限不能给密钥，请重新选择')

/** What a key is made for. */
export const apiKeyForm = z.object({
  name: label('名称', nameText(50)),
  codes: label('权限', z.array(keyCode).max(accessCodes.length)),
  /** Organisations, each with what is below it; none: all that its owner manages, as that changes. */
  organIds: label('机构', z.array(id).max(100)),
  days: label(
    '有效期',
    labelValues(terms, z.union([z.literal(30), z.literal(90), z.literal(365)], '请选择 30、90 或 365 天')),
  ),
  /** None: from everywhere. */
  networks: label('网段', z.array(network).max(20)),
  mayExport: label('允许导出', z.boolean()),
})

/** A key as its owner sees it; the key itself is told once and never again. */
const apiKeyFields = {
  keyId: z.int(),
  name: z.string(),
  /** What it begins with, to tell it from others: `dsk_a1B2`. */
  hint: z.string(),
  state: choice(apiKeyStates),
  codes: z.array(z.string()),
  organIds: z.array(z.int()),
  /** The names of these; empty: all that its owner manages. */
  organNames: z.array(z.string()),
  networks: z.array(z.string()),
  mayExport: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  /** Until when the key works that it took the place of; null: there is none. */
  previousUntil: instant.nullable(),
  endedAt: instant.nullable(),
  endReason: choice(apiKeyEnds).nullable(),
  lastUsedAt: instant.nullable(),
  lastUsedFrom: z.string().nullable(),
}
export const ownApiKey = z.object(apiKeyFields)
export type OwnApiKey = z.output<typeof ownApiKey>

export const apiKeyRow = z.object({
  ...apiKeyFields,
  userId: z.int(),
  userName: z.string(),
  userAccount: z.string(),
  organName: z.string(),
})
export type ApiKeyRow = z.output<typeof apiKeyRow>
export const apiKeyList = listColumns(apiKeyRow, {
  userName: column.text('所有者', { widest: 140 }),
  userAccount: column.text('账号', { widest: 140, optional: true }),
  organName: column.text('所属机构', { widest: 160 }),
  name: column.text('名称', { widest: 160 }),
  hint: column.code('开头'),
  state: column.choice('状态', apiKeyStates),
  codes: column.special('权限', { widest: 260 }),
  organNames: column.special('机构', { widest: 200 }),
  networks: column.special('网段', { widest: 160, optional: true }),
  mayExport: column.yesNo('允许导出', { optional: true }),
  lastUsedAt: column.time('最近使用', { missing: '从未使用' }),
  lastUsedFrom: column.code('来源地址'),
  createdAt: column.time('新建时间', { optional: true }),
  expiresAt: column.time('到期时间'),
})

/** The rights of a key in words. */
export const codesInWords = ({ codes }: Pick<OwnApiKey, 'codes'>): string =>
  codes.length === 0
    ? '只读公共列表'
    : codes
        .filter(isAccessCode)
        .map(code => accessNames[code])
        .join('、')

/** Where a key sees rows, in words. */
export const organsInWords = ({ organNames }: Pick<OwnApiKey, 'organNames'>): string =>
  organNames.length === 0 ? '所有者管理的全部机构' : organNames.join('、')

/** From where a key may be used, in words. */
export const networksInWords = ({ networks }: Pick<OwnApiKey, 'networks'>): string =>
  networks.length === 0 ? '不限' : networks.join('、')
