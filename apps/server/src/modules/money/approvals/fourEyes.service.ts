import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addMessages } from '../../notices/messages/service.ts'
import { sayLive } from '../../tools/live/service.ts'
import { noteOnServer } from '../../tools/operationLog/security.service.ts'
import { endAccountTies, financeMembers, findAccount, setSingle, singleSince } from './accountTie.queries.ts'

/** What the command says in the security log and to those with codes of finance. */
const words = {
  single: '已改为一人审批：提交人可以审批自己的申请',
  two: '已恢复两人审批：提交人不能审批自己的申请',
} as const

/**
 * `npm run four-eyes -- single`: a company of one. From then on nobody else need decide; everybody with a code of finance is told,
 * and a line above their pages says so until `two`.
 * @returns whether it was otherwise before
 */
export async function changeFourEyes(
  services: Pick<Services, 'bus'>,
  db: Db,
  to: keyof typeof words,
): Promise<boolean> {
  const isSingle = (await singleSince(db)) !== null
  if (isSingle === (to === 'single')) return false
  await setSingle(db, to === 'single')
  await noteOnServer(db, { label: words[to], target: null })
  const title = words[to]
  const content = `<p>${title}。由运维人员在服务器上设置。</p>`
  const told = await financeMembers(db)
  await addMessages(
    services,
    db,
    [{ kind: 'announcement', title, brief: '由运维人员在服务器上设置', content, pushId: null }],
    told.map(memberId => ({ memberId, text: 0, event: null })),
  )
  await sayLive(services.bus, db, { sessionChanged: told })
  return true
}

/**
 * `npm run four-eyes -- attest <account>`: whoever runs the server saw the person. @returns how many ties ended; undefined: no such account
 */
export async function attestOnServer(db: Db, account: string): Promise<number | undefined> {
  const member = await findAccount(db, account)
  if (member === undefined) return undefined
  const ended = await endAccountTies(db, member.id, null)
  if (ended > 0)
    await noteOnServer(db, { label: '当面核实', target: `成员 ${member.name}（${member.account}）` })
  return ended
}
