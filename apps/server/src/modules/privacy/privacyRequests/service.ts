import {
  errors,
  type ParsedOf,
  type PrivacyRequest,
  type PrivacyRequestKind,
  privacyRequestMachine,
  type privacyRequests,
  refuse,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { List } from '../../../platform/lists/list.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isSamePerson } from '../../money/approvals/accountTies.service.ts'
import { erase, requireErasable, setRestricted, takePerson } from '../erasure/service.ts'
import { withdrawAll } from '../privacyNotices/taking.service.ts'
import * as queries from './queries.ts'

type Reader = Pick<SignedInCall, 'db' | 'scope' | 'person'>

const request = machineRecord(privacyRequestMachine, {
  what: '权利请求',
  lock: queries.lockRequest,
  latest: async () => null,
})

type Filter = Parameters<typeof queries.requests.page>[1]

/** The requests of the scope, and why the reader may not decide one. */
export const requestsFor: List<Filter, PrivacyRequest, undefined, Reader> = {
  async page(reader, filter, paging) {
    const { rows, ...rest } = await queries.requests.page(reader, filter, paging)
    return { ...rest, rows: await judged(reader, rows) }
  },
  async part(reader, filter, { last, most }) {
    const before = last === undefined ? undefined : { ...last, askedById: 0 }
    return judged(reader, await queries.requests.part(reader, filter, { last: before, most }))
  },
}

const judged = ({ db, person }: Reader, rows: readonly queries.RequestRow[]): Promise<PrivacyRequest[]> =>
  Promise.all(
    rows.map(async ({ askedById, ...row }) => ({
      ...row,
      notDecided:
        row.state === 'waiting'
          ? ((await refusalOf(db, person.id, { kind: row.kind, askedBy: askedById }))?.message ?? null)
          : null,
    })),
  )

/** @throws Refusal notFound, alreadyErased, notErasable, privacyRequestWaiting */
export async function ask(
  call: SignedInCall,
  asked: Pick<queries.NewRequest, 'studentId' | 'kind' | 'wish' | 'proof'>,
): Promise<{ requestId: number }> {
  const { db, person } = call
  const student = await takePerson(call, asked.studentId)
  if (asked.kind === 'erase') await requireErasable(db, student.id)
  const requestId = await queries.insertRequest(db, { ...asked, askedBy: person.id })
  if (requestId === undefined) throw refuse(errors.privacyRequestWaiting)
  return { requestId }
}

/** @throws Refusal notFound, privacyRequestNot, needsAnother, alreadyErased, notErasable, consentNotBasis */
export async function decide(
  services: Services,
  call: SignedInCall,
  { requestId, accept, answer }: ParsedOf<typeof privacyRequests.decide>,
): Promise<true> {
  const { db, person } = call
  const row = await request.take(call, requestId, { action: accept ? 'accept' : 'refuse' })
  const refusal = accept ? await refusalOf(db, person.id, row) : null
  if (refusal !== null) throw refusal
  await queries.endRequest(db, requestId, {
    state: accept ? 'done' : 'refused',
    answer,
    decidedBy: person.id,
  })
  if (!accept) return true
  const student = await takePerson(call, row.studentId)
  if (row.kind === 'erase') await erase(services, call, student)
  if (row.kind === 'withdraw') await withdrawAll(db, student.id, person.id)
  if (row.kind === 'restrict' || row.kind === 'withdraw') await setRestricted(db, student.id, true)
  return true
}

/** Why somebody may not decide: whoever asked to erase, or may be one person with them, does not. */
async function refusalOf(
  db: Db,
  deciderId: number,
  { kind, askedBy }: { kind: PrivacyRequestKind; askedBy: number },
) {
  if (kind !== 'erase' || !(await isSamePerson(db, deciderId, [askedBy]))) return null
  return refuse(errors.needsAnother)
}

/** Kinds of requests of these students that wait. */
export const waitingKinds = (db: Db, ids: readonly number[]): Promise<Map<number, PrivacyRequestKind[]>> =>
  queries.waitingKinds(db, ids)
