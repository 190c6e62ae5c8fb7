import {
  enabledStateOf,
  errors,
  type ParsedOf,
  refuse,
  robotKindOf,
  robotKinds,
  robotMessageStates,
  robotSwitch,
  type robots,
  switchTo,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import { holdKeysInUse } from '../../../platform/keys/keysInUse.queries.ts'
import type { Services } from '../../../platform/module.ts'
import { requireOrganisation } from '../../schools/organisations/service.ts'
import * as queries from './queries.ts'
import type { SealedRobot } from './sealed.queries.ts'
import { openRobot, sealRobot } from './sealed.service.ts'

type Keys = Pick<Services, 'dataKeys'>

const robot = record({
  what: '群机器人',
  lock: queries.lockRobot,
  latest: queries.findRobot,
  guard: (enabled: boolean, row) => robotSwitch.refusal(switchTo(enabled), enabledStateOf(row)),
})

export async function addRobot(keys: Keys, call: SignedInCall, form: ParsedOf<typeof robots.add>) {
  const { db, scope } = call
  await requireOrganisation(db, scope, form.organId)
  const id = await queries.nextRobotId(db)
  const reach = await reachOf(keys, call, id, form)
  const row = { id, organ_id: form.organId, ...columnsOf(call, form), ...reach }
  if (!(await queries.insertRobot(db, row))) throw refuse(errors.nameTaken, form.robotName)
  return { robotId: id }
}

/** Whoever saves it answers for it from then on. */
export async function modifyRobot(
  keys: Keys,
  call: SignedInCall,
  { robotId, version, ...form }: ParsedOf<typeof robots.modify>,
): Promise<true> {
  const { sealed } = await robot.take(call, robotId, { version })
  const reach = await newReachOf(keys, call, { id: robotId, sealed }, form)
  const row = { ...columnsOf(call, form), ...reach }
  if (!(await queries.updateRobot(call.db, robotId, row))) throw refuse(errors.nameTaken, form.robotName)
  return true
}

export async function setEnabled(
  call: SignedInCall,
  { robotId, enabled }: ParsedOf<typeof robots.setEnabled>,
): Promise<true> {
  await robot.take(call, robotId, { action: enabled })
  await queries.updateRobot(call.db, robotId, { enabled })
  if (!enabled) await queries.giveUpWaiting(call.db, robotId)
  return true
}

/** Something to say that is about nothing; it goes the way of all others. */
export async function testRobot(
  { config }: Pick<Services, 'config'>,
  call: SignedInCall,
  robotId: number,
): Promise<true> {
  const { enabled } = await robot.take(call, robotId)
  if (!enabled) throw refuse(errors.robotStopped)
  if (!config.notices) throw refuse(errors.robotsOff)
  const text = '【测试】驾训模拟器管理后台的提醒会发到这里'
  // Each test is a subject of its own: two within 20 s are both wanted.
  await queries.insertMessages(call.db, [{ robotId, subject: `test:${call.requestId}`, text, event: null }])
  return true
}

export async function retryMessage(call: SignedInCall, messageId: number): Promise<true> {
  const message = await queries.lockMessage(call.db, call.scope, messageId)
  if (message === undefined) throw refuse(errors.notFound, '群消息')
  if (message.state !== 'failed') throw refuse(errors.robotMessageNot, robotMessageStates[message.state])
  if (!message.enabled) throw refuse(errors.robotStopped)
  await queries.requeue(call.db, messageId)
  return true
}

/** Writes what robots are to say, as part of the transaction; it leaves once that is committed. */
export async function addRobotMessages(
  db: SignedInCall['db'],
  messages: readonly queries.NewRobotMessage[],
): Promise<void> {
  if (messages.length > 0) await queries.insertMessages(db, messages)
}

const columnsOf = (
  { person }: SignedInCall,
  { robotName, types }: Pick<ParsedOf<typeof robots.modify>, 'robotName' | 'types'>,
) => ({ name: robotName, types: [...new Set(types)], owner_id: person.id })

/** Another address comes with its key; another key alone is of the address that it has. */
async function newReachOf(
  keys: Keys,
  call: SignedInCall,
  kept: SealedRobot,
  { address, signingKey }: Pick<ParsedOf<typeof robots.modify>, 'address' | 'signingKey'>,
) {
  if (address !== undefined) return reachOf(keys, call, kept.id, { address, signingKey })
  if (!signingKey) return {}
  return reachOf(keys, call, kept.id, { ...openRobot(keys.dataKeys, kept), signingKey })
}

/** How it is reached, sealed. @throws Refusal where its platform wants a key */
async function reachOf(
  { dataKeys }: Keys,
  { db }: SignedInCall,
  id: number,
  { address, signingKey }: { address: string; signingKey?: string | null | undefined },
) {
  const kind = robotKindOf(address)
  if (kind === undefined) throw new Error('the contract lets no other address pass')
  if (kind !== 'wecom' && !signingKey) throw refuse(errors.robotKeyMissing, robotKinds[kind])
  const { current } = await holdKeysInUse(db, dataKeys)
  const sealed = sealRobot(current, id, { address, signingKey: signingKey ?? '' })
  return { kind, address_end: address.slice(-4), sealed }
}
