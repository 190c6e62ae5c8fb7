import { maskPhonesIn } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import { waitSeconds } from '../../notices/outbox/service.ts'
import { type Chat, say } from './chat.provider.ts'
import { planOf } from './plan.rules.ts'
import { openRobot } from './sealed.service.ts'
import { type Call, notePlan, readAttempts, readWaiting, settleCall, takeRobot } from './sending.queries.ts'

/** Longer than the calls of one plan can take. */
const leaseSeconds = 300
/** Of more than that, the others wait for the next turn. */
const mostWaiting = 2_000
const longestDetail = 500

type Sender = Pick<Services, 'db' | 'log' | 'dataKeys' | 'config'>

/** Says what is due, robot by robot. Any number of processes may: each takes robots that no other has. */
export async function sayDue(services: Sender, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const taken = await services.db.transaction().execute(async trx => {
      const robot = await takeRobot(trx)
      if (robot === undefined) return undefined
      const waiting = await readWaiting(trx, robot.id, mostWaiting)
      const plan = planOf(waiting, await readAttempts(trx, robot.id), robot.now.getTime())
      return { robot, calls: await notePlan(trx, robot.id, plan, leaseSeconds) }
    })
    if (taken === undefined) return
    // In their order, as the chat shows them.
    for (const call of taken.calls) await sayOne(services, taken.robot, call)
  }
}

async function sayOne(
  { db, log, dataKeys, config }: Sender,
  { id, kind, sealed }: { id: number; kind: Chat['kind']; sealed: Buffer },
  call: Call,
): Promise<void> {
  const { text, more, attempts } = call
  const whole = more === 0 ? text : `${text}\n另有 ${more} 条，请在后台查看`
  let outcome: { ok: boolean; detail: string }
  try {
    const chat = { kind, ...openRobot(dataKeys, { id, sealed }) }
    outcome = { ok: true, detail: await say(chat, whole, config.robotEndpoint) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    outcome = { ok: false, detail: maskPhonesIn(problem) }
    log.warn({ robot: id, problem }, 'a group robot was not told')
  }
  const detail = outcome.detail.slice(0, longestDetail)
  await settleCall(db, call, { ...outcome, detail }, waitSeconds(attempts))
}
