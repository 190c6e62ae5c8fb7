import {
  type ColumnLook,
  errors,
  type ListChoice,
  type ListName,
  mostViews,
  mostViewsInAll,
  type ParsedOf,
  refuse,
  type View,
  type views,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import { requireOrganisation } from '../../schools/organisations/service.ts'
import * as queries from './queries.ts'

const what = '视图'

const readerOf = ({ person }: SignedInCall): queries.Reader => ({
  id: person.id,
  manages: person.codes.has('system:user'),
})

/** A view that its owner changes, or who manages members where it is shared; to everybody else it is not there. */
const editable = (call: SignedInCall) =>
  record({
    what,
    lock: (db, scope, id) => queries.lockEditable(db, scope, readerOf(call), id),
    latest: (db, scope, id) => queries.findEditable(db, scope, readerOf(call), id),
  })

export const viewsOf = (call: SignedInCall, list: string): Promise<View[]> =>
  queries.readViews(call.db, call.scope, readerOf(call), list)

export const choicesOf = (call: SignedInCall): Promise<ListChoice[]> =>
  queries.readChoices(call.db, call.scope, readerOf(call))

/** How a member arranged one list without a view; null: not at all. */
export const lookOf = (db: Db, memberId: number, list: ListName): Promise<ColumnLook[] | null> =>
  queries.readLook(db, memberId, list)

/** Makes a view or changes one. @throws Refusal notFound, staleVersion, viewsFull, viewsFullInAll, nameTaken */
export async function saveView(
  call: SignedInCall,
  { viewId, version, ...form }: ParsedOf<typeof views.save>,
): Promise<{ viewId: number }> {
  const { db, scope, person } = call
  if (form.organId !== undefined) await requireOrganisation(db, scope, form.organId)
  const saved = { viewId: viewId ?? 0 }
  const write = async () => {
    if (viewId === undefined) saved.viewId = await queries.insertView(db, person.id, form)
    else await queries.updateView(db, viewId, form)
  }
  if (viewId !== undefined) await editable(call).take(call, viewId, { version })
  else {
    const own = await queries.countOwn(db, person.id, form.list)
    if (own.ofList >= mostViews) throw refuse(errors.viewsFull)
    if (own.inAll >= mostViewsInAll) throw refuse(errors.viewsFullInAll)
  }
  if (!(await unlessTaken(write()))) throw refuse(errors.nameTaken, form.name)
  return saved
}

/** Removes a view for all who see it. @throws Refusal notFound */
export async function removeView(call: SignedInCall, viewId: number): Promise<true> {
  await editable(call).take(call, viewId)
  await queries.deleteView(call.db, viewId)
  return true
}

/** Keeps what a person sees of a list. @throws Refusal notFound where they do not see the view */
export async function choose(call: SignedInCall, input: ParsedOf<typeof views.choose>): Promise<true> {
  const { db, scope, person } = call
  const { list, viewId } = input
  if (viewId !== undefined && !(await queries.keepReadable(db, scope, readerOf(call), { list, viewId })))
    throw refuse(errors.notFound, what)
  await queries.writeChoice(db, person.id, input)
  return true
}
