import {
  type ApprovalKind,
  type ApprovalRow,
  approvalAccess,
  approvals,
  errors,
  mayUse,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import type { ApprovalPart, ApprovalText } from '../../../platform/approvalPart.ts'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { Person, SignedInCall } from '../../../platform/http/call.ts'
import { type List, listByIds, type Reader } from '../../../platform/lists/list.ts'
import type { Services } from '../../../platform/module.ts'
import type { BulkServices } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { admitReveal } from '../../tools/operationLog/security.service.ts'
import { readerOf } from './reader.service.ts'
import * as queries from './request.queries.ts'
import { endRequest, secondRefusal } from './request.service.ts'

type Of = Pick<Services, 'parts'>
type ReaderCall = Pick<SignedInCall, 'db' | 'scope' | 'person'>

const mayDecide = (person: Pick<Person, 'codes'>, kind: ApprovalKind) =>
  mayUse(approvalAccess[kind], person.codes)

const partOf = ({ parts }: Of, kind: ApprovalKind): ApprovalPart => {
  const part = parts.approvals.find(({ kinds }) => kinds.includes(kind))
  if (part === undefined) throw new Error(`nobody knows requests of the kind ${kind}`)
  return part
}

/** The rows as people read them: each domain says what was asked of it. */
async function written(
  { parts }: Of,
  db: Db,
  { id: reader }: queries.Reader,
  rows: readonly queries.FoundRow[],
): Promise<ApprovalRow[]> {
  const texts = await Promise.all(
    parts.approvals.map(part =>
      part.describe(
        db,
        rows.filter(({ kind }) => part.kinds.includes(kind)),
      ),
    ),
  )
  const byId = new Map(texts.flatMap(of => [...of]))
  return rows.map(({ id, askedAt, endsAt, decidedAt, ...row }) => ({
    ...row,
    ...shownText(byId.get(id) ?? { title: '记录已删除', lines: [], to: null }),
    approvalId: id,
    askedBy: row.asker,
    askedAt: askedAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    decidedBy: row.decider,
    decidedAt: decidedAt?.toISOString() ?? null,
    own: row.askedBy === reader && row.state === 'waiting',
  }))
}

const shownText = ({ title, lines, to }: ApprovalText) => ({
  title,
  lines: lines.map(({ whole, ...line }) => ({ ...line, masked: whole !== undefined })),
  to,
})

/** The requests, newest first. Reading them @throws Refusal platformOnly */
export function requestsOf(services: Of): List<queries.ApprovalFilter, ApprovalRow, undefined, ReaderCall> {
  const known = listByIds<queries.ApprovalFilter, ApprovalRow, KnownReader>({
    found: ({ db, by }, filter) => queries.filteredIds(db, by, filter),
    rows: async ({ db, by }, ids) => written(services, db, by, await queries.readRows(db, by, ids)),
    idOf: row => row.approvalId,
  })
  return {
    page: async (asked, filter, paging) => known.page(await knownReader(asked), filter, paging),
    part: async (asked, filter, part) => known.part(await knownReader(asked), filter, part),
  }
}

interface KnownReader extends Reader {
  readonly by: queries.Reader
}

async function knownReader({ db, scope, person }: ReaderCall): Promise<KnownReader> {
  requirePlatform(scope, '审批')
  return { db, scope, by: await readerOf(db, person) }
}

/** @throws Refusal platformOnly, notFound */
export async function approvalInfo(services: Of, { db, scope, person }: ReaderCall, id: number) {
  requirePlatform(scope, '审批')
  const asked = await take(db, scope, id)
  const reader = await readerOf(db, person)
  const [found] = await written(services, db, reader, await queries.readRows(db, reader, [id]))
  if (found === undefined) throw refuse(errors.notFound, '申请')
  return { ...found, notDecided: (await refusalOf(db, person, asked))?.message ?? null }
}

/** The account of a line in full, for whoever decides about it or pays. @throws Refusal platformOnly, notFound, tooManyReveals */
export async function revealAccount(
  services: Of,
  call: SignedInCall,
  { approvalId, line, reason }: ParsedOf<typeof approvals.revealAccount>,
) {
  requirePlatform(call.scope, '审批')
  const asked = await take(call.db, call.scope, approvalId)
  const texts = await partOf(services, asked.kind).describe(call.db, [asked])
  const found = texts.get(approvalId)?.lines[line]
  if (found?.whole === undefined) throw refuse(errors.notFound, '收款账户')
  // By its number: titles have names of people.
  await admitReveal(call, {
    label: approvals.revealAccount.change,
    target: `审批 ${approvalId} 的${found.label}`,
    reason,
  })
  return found.whole
}

async function take(db: Db, scope: Scope, id: number): Promise<queries.Request> {
  const asked = await queries.findRequest(db, scope, id)
  if (asked === undefined) throw refuse(errors.notFound, '申请')
  return asked
}

async function refusalOf(db: Db, person: Person, asked: queries.Request) {
  return mayDecide(person, asked.kind) ? secondRefusal(db, person, asked) : refuse(errors.forbidden)
}

/** @throws Refusal platformOnly, notFound, forbidden, approvalNot, decidesOwn, decidesOfHeld, nobodyDecides, and what the domain says */
export async function decide(
  services: BulkServices,
  call: SignedInCall,
  { approvalId, accept, reason }: ParsedOf<typeof approvals.decide>,
): Promise<true> {
  requirePlatform(call.scope, '审批')
  const asked = await take(call.db, call.scope, approvalId)
  if (!mayDecide(call.person, asked.kind)) throw refuse(errors.forbidden)
  const how = { outcome: accept ? 'approved' : 'rejected', opinion: reason } as const
  await endRequest(call, asked, how, () => partOf(services, asked.kind).end(services, call, asked, how))
  return true
}

/** @throws Refusal notFound, approvalNot, notAsked */
export async function withdraw(
  services: Services,
  call: SignedInCall,
  { approvalId }: ParsedOf<typeof approvals.withdraw>,
): Promise<true> {
  const asked = await take(call.db, call.scope, approvalId)
  const how = { outcome: 'withdrawn', opinion: null } as const
  await endRequest(call, asked, how, () => partOf(services, asked.kind).end(services, call, asked, how))
  return true
}
