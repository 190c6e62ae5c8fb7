import {
  type BoardFigure,
  boardFigures,
  type contract,
  type FactRow,
  isPeopleFigure,
  type ParsedOf,
  type ReplyOf,
  toPage,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { lastArchivedDay, placeOfFacts } from '../figures/place.service.ts'
import { type Cover, coverOf, peoplePage, sumsOf } from '../figures/read.service.ts'
import { type FactKind, factsOf, personsOf, type ReaderSight } from './fact.queries.ts'
import { inSnapshot } from './snapshot.queries.ts'
import { figureDays } from './values.service.ts'

type Lists = typeof contract.dashboard.people
type Asked = ParsedOf<Lists>

/** By which rollup the facts of a list are counted. */
const countedBy = {
  student: 'newStudents',
  recharge: 'rechargeOrders',
  course: 'courseOrders',
  income: 'incomeRows',
  session: 'appUses',
} as const

/** What a figure's list consists of; null for persons. */
export function kindOf(figure: BoardFigure): FactKind | null {
  const { rows } = boardFigures[figure]
  return rows === 'person' ? null : rows
}

/** A page of a figure's 名单, and the figure. */
export function readList(
  { db, ...sight }: Pick<SignedInCall, 'db'> & ReaderSight,
  asked: Asked,
): Promise<ReplyOf<Lists>> {
  return inSnapshot(db, async (db, now) => {
    const cover = await coverOf(db, sight.scope, asked.organId)
    const { rows, total, ...about } = await listPage(db, sight, cover, asked)
    return { ...toPage(rows, total, asked), asOf: now.toISOString(), figure: asked.figure, ...about }
  })
}

async function listPage(
  db: Db,
  sight: ReaderSight,
  cover: Cover,
  asked: Asked,
): Promise<{ rows: FactRow[]; total: number; sum: number; archivedUntil: string | null }> {
  const { figure, organId } = asked
  const { keys } = cover
  const range = figureDays(asked)
  if (isPeopleFigure(figure)) {
    const { rows, total } = await peoplePage(db, { metric: figure, keys, range }, asked)
    const persons = await personsOf(db, sight, { figure, organId }, rows)
    return { rows: persons, total, sum: total, archivedUntil: null }
  }
  const kind = kindOf(figure)
  if (kind === null) throw new Error(`${figure} counts people`)
  const { total, within } = await placeOfFacts(db, { metric: countedBy[kind], keys, range }, asked)
  const sums = await sumsOf(db, [figure], keys, range)
  const sum = sums.get(figure) ?? 0
  const archivedUntil = kind === 'session' ? await lastArchivedDay(db, { keys, range }) : null
  if (within === null) return { rows: [], total, sum, archivedUntil }
  const { oldest, newest, skipped } = within
  const facts = { kind, organId, first: oldest, last: newest }
  const rows = await factsOf(db, sight, facts, { most: asked.pageSize, skipped })
  return { rows, total, sum, archivedUntil }
}
