import { isIP } from 'node:net'
import {
  codesOf,
  type EventType,
  endpointStates,
  errors,
  eventTypes,
  mayUse,
  mostEndpoints,
  type ParsedOf,
  refuse,
  rotationHours,
  testEvent,
  type webhooks,
} from '@drivesim/contract'
import { inScope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { openNetworks } from '../../../platform/outgoing/addresses.ts'
import { mayCall } from '../../../platform/outgoing/outgoing.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { eventTopics } from '../events/service.ts'
import { ownRow, readDelivery, triesOf } from './list.queries.ts'
import * as queries from './queries.ts'
import { openSecrets, sealSecrets } from './secrets.service.ts'
import { stopWaiting } from './send.queries.ts'
import { bodyOf, messageIdOf, newSecret } from './signing.rules.ts'

type Form = Pick<ParsedOf<typeof webhooks.add>, 'address' | 'types' | 'organIds'>

/** What changes the types that are taken is known to every process from its commit on, within a moment. */
const sayTaken = ({ bus }: Pick<Services, 'bus'>, db: Db) => bus.say(db, eventTopics.taken, {})

/** @throws Refusal endpointsFull, addressForbidden, eventForbidden, organForbidden */
export async function addEndpoint(
  services: Services,
  call: SignedInCall,
  { name, ...form }: ParsedOf<typeof webhooks.add>,
) {
  const { db, person } = call
  requireAllowed(services, call, form)
  await requireRoom(db, person.id)
  const id = await queries.nextId(db)
  const signingSecret = newSecret()
  const secrets = await sealSecrets(db, services.dataKeys, id, { now: signingSecret, before: null })
  await queries.insertEndpoint(db, { id, name, ...form, ownerId: person.id, secrets })
  await sayTaken(services, db)
  return { endpointId: id, signingSecret }
}

/** @throws Refusal notFound, endpointNotOwn, staleVersion, addressForbidden, eventForbidden, organForbidden */
export async function modifyEndpoint(
  services: Services,
  call: SignedInCall,
  { endpointId, version, name, ...form }: ParsedOf<typeof webhooks.modify>,
): Promise<true> {
  const { db, person } = call
  const endpoint = await takeOwn(call, endpointId)
  if (version !== undefined && version !== endpoint.version)
    throw refuse(errors.staleVersion, '推送地址').with(await ownRow(db, endpointId, person.id))
  requireAllowed(services, call, form)
  await queries.updateEndpoint(db, endpointId, {
    name,
    address: form.address,
    types: form.types,
    organ_ids: form.organIds,
  })
  await sayTaken(services, db)
  return true
}

/** Another secret; the one before signs beside it for a day. @throws Refusal notFound, endpointNotOwn */
export async function rotateSecret(
  { dataKeys }: Services,
  call: SignedInCall,
  { endpointId }: ParsedOf<typeof webhooks.rotate>,
) {
  const { db } = call
  const endpoint = await takeOwn(call, endpointId)
  const { now: before } = openSecrets(dataKeys, endpoint)
  const signingSecret = newSecret()
  const secrets = await sealSecrets(db, dataKeys, endpointId, { now: signingSecret, before })
  await queries.rotate(db, endpointId, secrets, rotationHours)
  return { endpointId, signingSecret }
}

/** Whoever sees it stops it, its owner begins again. @throws Refusal notFound, endpointIs, endpointNotOwn, endpointsFull */
export async function setEnabled(
  services: Services,
  call: SignedInCall,
  { endpointId, enabled }: ParsedOf<typeof webhooks.setEnabled>,
): Promise<true> {
  const { db, person } = call
  const endpoint = enabled ? await takeOwn(call, endpointId) : await take(call, endpointId)
  if (endpoint.enabled === enabled)
    throw refuse(errors.endpointIs, endpointStates[enabled ? 'enabled' : 'disabled'])
  if (enabled) await requireRoom(db, person.id)
  await queries.updateEndpoint(db, endpointId, {
    enabled,
    stop_reason: enabled ? null : 'byHand',
    ...(enabled && { failing_since: null }),
  })
  if (!enabled) await stopWaiting(db, [endpointId])
  await sayTaken(services, db)
  return true
}

/** A person may nothing any more, or somebody else had their account: nothing is sent for them. */
export async function stopEndpointsOf(
  services: Pick<Services, 'bus'>,
  db: Db,
  memberId: number,
): Promise<void> {
  const stopped = await queries.stopOfOwner(db, memberId)
  if (stopped.length === 0) return
  await stopWaiting(db, stopped)
  await sayTaken(services, db)
}

/** @throws Refusal notFound, endpointNotOwn, endpointStopped */
export async function sendTest(
  services: Services,
  call: SignedInCall,
  { endpointId }: ParsedOf<typeof webhooks.test>,
) {
  requireRunning(await takeOwn(call, endpointId))
  const deliveryId = await queries.insertTest(call.db, endpointId)
  await services.bus.say(call.db, eventTopics.written, {})
  return { deliveryId }
}

/** @throws Refusal notFound, endpointNotOwn, endpointStopped, deliveryWaits */
export async function resend(
  services: Services,
  call: SignedInCall,
  { deliveryId }: ParsedOf<typeof webhooks.resend>,
): Promise<true> {
  const { db, scope } = call
  const found = await queries.findDelivery(db, scope, deliveryId)
  if (found === undefined) throw refuse(errors.notFound, '推送')
  requireRunning(await takeOwn(call, found.endpointId))
  if (!(await queries.resend(db, deliveryId))) throw refuse(errors.deliveryWaits)
  await services.bus.say(db, eventTopics.written, {})
  return true
}

/** @throws Refusal notFound, endpointNotOwn, endpointStopped, nothingFailed */
export async function resendFailed(
  services: Services,
  call: SignedInCall,
  { endpointId, since }: ParsedOf<typeof webhooks.resendFailed>,
) {
  requireRunning(await takeOwn(call, endpointId))
  const deliveries = await queries.resendFailed(call.db, endpointId, new Date(since))
  if (deliveries === 0) throw refuse(errors.nothingFailed)
  await services.bus.say(call.db, eventTopics.written, {})
  return { deliveries }
}

/** What was sent is shown to whoever may see such a record there. @throws Refusal notFound */
export async function deliveryInfo(
  { db, scope, person }: SignedInCall,
  { deliveryId }: ParsedOf<typeof webhooks.delivery>,
) {
  const found = await readDelivery(db, scope, deliveryId)
  if (found === undefined) throw refuse(errors.notFound, '推送')
  const { row, event } = found
  const maySee =
    row.type === testEvent ||
    (mayUse(codesOf(row.type), person.codes) && event.organId !== null && inScope(scope, event.organId))
  return {
    ...row,
    messageId: messageIdOf(deliveryId),
    body: maySee ? bodyOf({ type: row.type, at: event.at, seq: row.seq, data: event.data }) : null,
    tries: await triesOf(db, deliveryId),
  }
}

async function take({ db, scope }: SignedInCall, id: number): Promise<queries.LockedEndpoint> {
  const endpoint = await queries.lockEndpoint(db, scope, id)
  if (endpoint === undefined) throw refuse(errors.notFound, '推送地址')
  return endpoint
}

async function takeOwn(call: SignedInCall, id: number): Promise<queries.LockedEndpoint> {
  const endpoint = await take(call, id)
  if (endpoint.ownerId !== call.person.id) throw refuse(errors.endpointNotOwn)
  return endpoint
}

function requireRunning({ enabled }: queries.LockedEndpoint): void {
  if (!enabled) throw refuse(errors.endpointStopped)
}

async function requireRoom(db: Db, ownerId: number): Promise<void> {
  if ((await queries.countEnabled(db, ownerId)) >= mostEndpoints) throw refuse(errors.endpointsFull)
}

/** What somebody may not see is not sent, and so not chosen. A name is judged by its addresses, when it is called. */
function requireAllowed(
  { config }: Services,
  { person, scope }: SignedInCall,
  { address, types, organIds }: Form,
): void {
  if (!mayBeCalled(address, config.webhookNetworks)) throw refuse(errors.addressForbidden)
  const forbidden = types.find((type: EventType) => !mayUse(codesOf(type), person.codes))
  if (forbidden !== undefined) throw refuse(errors.eventForbidden, eventTypes[forbidden])
  if (organIds.some(id => !inScope(scope, id))) throw refuse(errors.organForbidden)
}

function mayBeCalled(address: string, networks: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  const host = hostname.replaceAll(/[[\]]/g, '')
  if (isIP(host) > 0) return mayCall(protocol, [host], openNetworks(networks))
  return protocol === 'https:' || networks.length > 0
}
