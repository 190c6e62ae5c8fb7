import { errors, mostRevealsAnHour, refuse, type SecurityKind, secondSteps } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import { networkOf } from '../../../platform/auth/networks.ts'
import {
  actorOf,
  type Call,
  type FileReply,
  type Person,
  type SignedInCall,
} from '../../../platform/http/call.ts'
import type { Caller, Trail } from '../../../platform/http/trail.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addMessages, escapeHtml } from '../../notices/messages/service.ts'
import * as queries from './security.queries.ts'
import { filtersInWords } from './security.rules.ts'

type From = Pick<Call, 'address' | 'userAgent'>
type By = Pick<Caller, 'address' | 'userAgent'> & {
  readonly person: Pick<Person, 'id' | 'account'> & Partial<Pick<Person, 'key'>>
}

interface Act {
  readonly kind: SecurityKind
  /** What was done, as the contract calls it. */
  readonly label: string
  /** Who or what it was done to: `成员 李雷（lilei）`. */
  readonly target?: string | undefined
  readonly detail?: string | undefined
  /** Of a file: how many it has. */
  readonly rows?: number | undefined
}

/** Rows an hour that the failed sign-ins of one account, and those of accounts that do not exist, may fill. */
const mostPlaces = { account: 50, unknown: 500 } as const
/** No limit that anybody reaches: one row for each call of the contract. */
const mostCalls = 1000

/** Keeps what somebody signed in does, as part of the transaction of the act. */
export async function noteAct(call: By & { readonly db: Db }, act: Act): Promise<void> {
  const id = await queries.insertEvent(call.db, { ...eventOf(call, act), succeeded: true })
  if (act.rows !== undefined) await queries.setRows(call.db, id, act.rows)
}

/** Notes what whoever runs the server did there, by a command. */
export async function noteOnServer(
  db: Db,
  { label, target }: { label: string; target: string | null },
): Promise<void> {
  const nobody = { memberId: null, account: null, address: null, userAgent: null }
  await queries.insertEvent(db, {
    ...nobody,
    kind: 'rights',
    succeeded: true,
    label,
    target,
    detail: '在服务器上',
  })
}

const passages = {
  signIn: { kind: 'signIn', label: '登录' },
  proof: { kind: 'signIn', label: '再次验证身份' },
  signOut: { kind: 'signOut', label: '退出登录' },
} as const

/** What people prove who they are with. */
const ways = { ...secondSteps, password: '密码', provider: '单点登录' } as const
export type Way = keyof typeof ways

/**
 * Notes a coming or going, or a proof of who somebody is, that has happened already: a log that cannot be written keeps nobody out
 * or in. @param with what they proved it with
 */
export async function notePassage(
  { db, log }: Pick<Services, 'db' | 'log'>,
  by: By,
  passage: keyof typeof passages,
  using: readonly Way[] = [],
): Promise<void> {
  const detail = using.length === 0 ? undefined : using.map(way => ways[way]).join('、')
  await quietly(log, () => noteAct({ ...by, db }, { ...passages[passage], detail }))
}

/** Why somebody did not come in, did not prove who they are, or is out. */
const failures = {
  password: { label: '登录', detail: '账号或密码不正确' },
  disabled: { label: '登录', detail: '账号已停用' },
  expired: { label: '登录', detail: '初始密码已过期' },
  closed: { label: '登录', detail: '密码正确，但只能用单点登录' },
  secondStep: { label: '登录', detail: '密码正确，第二步验证未通过' },
  passkey: { label: '登录', detail: '通行密钥验证失败' },
  provider: { label: '登录', detail: '单点登录未通过' },
  unbound: { label: '登录', detail: '单点登录的身份没有绑定成员' },
  reset: { label: '忘记密码', detail: '链接、验证码或第二步验证不正确' },
  proof: { label: '再次验证身份', detail: '再次验证身份未通过' },
  reused: { label: '刷新登录', detail: '登录凭证被重复使用，该设备已下线' },
} as const
export type SignInFailure = keyof typeof failures

/**
 * Notes a failed sign-in, once an hour for an account and a network, with how often. Of an account that does not exist
 * nothing is kept but where it was tried: what stands there may be a password.
 * @returns whether it is the first of the hour
 */
export async function noteFailedSignIn(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { address, userAgent }: From,
  member: { readonly id: number; readonly account: string } | undefined,
  reason: SignInFailure,
): Promise<boolean> {
  const network = networkOf(address)
  const event: queries.NewEvent = {
    kind: 'signIn',
    succeeded: false,
    memberId: member?.id ?? null,
    account: member?.account ?? null,
    ...failures[reason],
    ...(member === undefined && reason === 'password' ? { detail: '账号不存在' } : {}),
    target: null,
    address: network,
    userAgent,
  }
  const most = member === undefined ? mostPlaces.unknown : mostPlaces.account
  let isNew = false
  await quietly(log, async () => {
    isNew = (await tally(db, event, network, most)) !== null
  })
  return isNew
}

/** How often somebody failed within the hour to prove anew who they are. */
export const failedProofs = ({ db }: Pick<Services, 'db'>, memberId: number): Promise<number> =>
  queries.failuresWithinHour(db, memberId, failures.proof.label)

/**
 * Lets somebody look at another person's data, and notes that they did, in the transaction that answers them: without
 * the note there is no look.
 * @throws Refusal tooManyReveals, which the administrators are told of
 */
export async function admitReveal(
  call: SignedInCall,
  { label, target, reason }: { label: string; target: string; reason: string },
): Promise<void> {
  const { db, person } = call
  await queries.queueReveals(db, person.id)
  const opensAt = await queries.revealsOpenAt(db, person.id, mostRevealsAnHour)
  // To the minute that has begun by then.
  if (opensAt !== null) throw refuse(errors.tooManyReveals, mostRevealsAnHour, nextMinute(opensAt))
  await noteAct(call, { kind: 'reveal', label, target, detail: reason })
}

export { revealsToday } from './security.queries.ts'

const nextMinute = (at: Date) => localTime(new Date(at.getTime() + 59_999).toISOString()).slice(11, 16)

/** What somebody asked that they have no right to, whichever limit it was that stopped them. */
const beyondRights: ReadonlySet<number> = new Set(
  [
    errors.forbidden,
    errors.wrongNetwork,
    errors.keyElsewhere,
    errors.closedToKeys,
    errors.memberOutranks,
    errors.roleNotYours,
    errors.codesNotYours,
    errors.tooManyReveals,
    errors.tooManyPersonFiles,
    errors.tooManyPhoneGuesses,
  ].map(({ code }) => code),
)

/** What the log says of those who have looked too often. */
const beyondCounts: ReadonlyMap<number, string> = new Map([
  [errors.tooManyReveals.code, '超过每小时次数'],
  [errors.tooManyPersonFiles.code, '超过每天次数'],
  [errors.tooManyPhoneGuesses.code, '查找不存在的手机号超过次数'],
])

/** Notes, once an hour, that somebody looks for phone numbers that nobody has, and tells the administrators. Never fails. */
export async function noteGuessing(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  by: Caller,
): Promise<void> {
  await quietly(log, async () => {
    const act = { kind: 'reveal', label: '查找手机号', detail: '多次查找不存在的手机号' } as const
    const begun = await tally(db, { ...eventOf(by, act), succeeded: false }, '', mostCalls)
    if (begun !== null) await tellAdministrators({ db, bus }, by.person, begun, guessingWarning)
  })
}

/** Notes that somebody read very many people today, and tells the administrators. Never fails. */
export async function noteReadings(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  by: Caller,
  rows: number,
): Promise<void> {
  const what = `今天查看了 ${rows.toLocaleString('en')} 条个人信息`
  await quietly(log, async () => {
    const act = { kind: 'reveal', label: '大量查看个人信息', detail: what } as const
    const id = await queries.insertEvent(db, { ...eventOf(by, act), succeeded: true })
    await tellAdministrators({ db, bus }, by.person, id, { title: '大量查看个人信息', what })
  })
}

/** What the platform tells of every call. */
export function trailOf({ db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>): Trail {
  return {
    async refused(by, { title }, refusal) {
      if (!beyondRights.has(refusal.code)) return
      await quietly(log, async () => {
        const beyond = beyondCounts.get(refusal.code)
        const event = eventOf(by, {
          kind: beyond === undefined ? 'access' : 'reveal',
          label: title,
          detail: beyond ?? refusal.message,
        })
        const begun = await tally(db, { ...event, succeeded: false }, '', mostCalls)
        const isReveal = refusal.code === errors.tooManyReveals.code
        if (isReveal && begun !== null)
          await tellAdministrators({ db, bus }, by.person, begun, tooManyReveals)
      })
    },
    async exported(by, endpoint, input, file) {
      const act = {
        kind: 'export',
        label: endpoint.title,
        detail: filtersInWords(endpoint.input, input),
      } as const
      const id = await queries.insertEvent(db, { ...eventOf(by, act), succeeded: true })
      return file.of(counted(file.lines, rows => queries.setRows(db, id, rows)))
    },
  }
}

async function* counted(lines: FileReply['lines'], end: (rows: number) => Promise<void>): FileReply['lines'] {
  let rows = 0
  for await (const part of lines) {
    rows += part.rows
    yield part
  }
  await end(rows)
}

interface AdminWarning {
  readonly title: string
  /** What stands after the person's name. */
  readonly what: string
}
const tooManyReveals: AdminWarning = {
  title: '查看个人信息次数过多',
  what: `一小时内查看了 ${mostRevealsAnHour} 次个人信息，已暂停查看`,
}
const guessingWarning: AdminWarning = {
  title: '多次查找不存在的手机号',
  what: '多次查找不存在的手机号，可能在试探号码；达到上限后会暂停查找',
}

/** Those with 系统管理 hear of somebody who looks people up one after the other: once an hour, with the event. */
async function tellAdministrators(
  services: Pick<Services, 'db' | 'bus'>,
  { id, account, name }: Pick<Person, 'id' | 'account' | 'name'>,
  eventId: number,
  { title, what }: AdminWarning,
): Promise<void> {
  const brief = `${name}（${account}）${what}`
  const link = `/system/operationLog?tab=security&paramValue=${encodeURIComponent(account)}`
  const content = `<p>${escapeHtml(brief)}。</p><p><a href="${escapeHtml(link)}">查看安全日志</a></p>`
  const event = `security:${eventId}`
  await services.db.transaction().execute(async trx => {
    const told = await queries.administratorsOf(trx, id)
    const texts = [{ kind: 'announcement' as const, title, brief, content, pushId: null }]
    await addMessages(
      services,
      trx,
      texts,
      told.map(memberId => ({ memberId, text: 0, event })),
    )
  })
}

/**
 * Adds an event, or counts the one on that began within the hour and is the same for `place`. Of one kind one person, or
 * all without an account, begin so many rows an hour at most; what is beyond counts as one, whatever place it is from.
 * @returns the event's id where it is a new one
 */
function tally(
  db: Services['db'],
  event: queries.NewEvent,
  place: string,
  most: number,
): Promise<number | null> {
  const { kind, memberId, label, detail } = event
  const all = [kind, memberId, label, detail].join(' ')
  const own = `${all} ${place}`
  return db.transaction().execute(async trx => {
    await queries.queueTallies(trx, event)
    if (await queries.countOn(trx, own)) return null
    if ((await queries.countTallies(trx, event)) < most) return queries.insertEvent(trx, event, own)
    if (await queries.countOn(trx, all)) return null
    return queries.insertEvent(trx, { ...event, address: null, userAgent: null }, all)
  })
}

function eventOf({ person, address, userAgent }: By, { kind, label, target, detail }: Act) {
  return {
    kind,
    memberId: person.id,
    account: actorOf(person),
    label,
    target: target ?? null,
    detail: detail ?? null,
    address,
    userAgent,
  }
}

async function quietly(log: Services['log'], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error }, 'the security log could not be written')
  }
}
