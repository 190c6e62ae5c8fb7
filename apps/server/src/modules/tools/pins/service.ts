import {
  type DataOf,
  errors,
  mayUse,
  mostPinnedRecords,
  type ParsedOf,
  type pins,
  refuse,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { SearchPart, SearchRow } from '../../../platform/parts.ts'
import { readApart } from '../../../platform/postgres/readApart.ts'
import * as queries from './queries.ts'

type Asking = Pick<SignedInCall, 'db' | 'scope' | 'person'>

/** What a person keeps at hand. A record that they may not see any more, or that is gone, is left out and stays pinned. */
export async function pinsOf(
  { parts, log }: Pick<Services, 'parts' | 'log'>,
  call: Asking,
): Promise<DataOf<typeof pins.mine>> {
  const { screens, records } = await queries.readPins(call.db, call.person.id)
  const asked = parts.search.flatMap(part => {
    const ids = records.filter(({ kind }) => kind === part.kind).map(({ recordId }) => recordId)
    return ids.length > 0 && mayOpen(part, call.person.codes) ? [{ part, ids }] : []
  })
  if (asked.length === 0) return { screens, records: [] }
  const found = new Map<string, SearchRow & { kind: string; label: string }>()
  for (const result of await readApart(call.db, asked, ({ part, ids }, db) => named(part, db, call, ids))) {
    if ('error' in result) {
      log.warn({ kind: result.part.part.kind }, 'a kind of pinned record was not read')
      continue
    }
    const { kind, label } = result.part.part
    for (const row of result.value) found.set(`${kind} ${row.id}`, { ...row, kind, label })
  }
  return { screens, records: records.flatMap(({ kind, recordId }) => found.get(`${kind} ${recordId}`) ?? []) }
}

const named = (part: SearchPart, db: Asking['db'], { scope }: Asking, ids: readonly number[]) =>
  part.named?.(db, scope, ids) ?? Promise.resolve([])

const mayOpen = ({ access: lists, opens: access = lists }: SearchPart, codes: ReadonlySet<string>) =>
  access === 'signedIn' || (Array.isArray(access) && mayUse(access, codes))

export async function setScreens({ db, person }: SignedInCall, screens: readonly string[]): Promise<true> {
  await queries.lockPins(db, person.id)
  await queries.writeScreens(db, person.id, screens)
  return true
}

/** Pins a record that the person may see, or takes it off again. @throws Refusal notFound, pinsFull */
export async function setRecord(
  { parts }: Pick<Services, 'parts'>,
  call: SignedInCall,
  { pinned, ...record }: ParsedOf<typeof pins.setRecord>,
): Promise<true> {
  const { db, person } = call
  await queries.lockPins(db, person.id)
  if (!pinned) {
    await queries.deleteRecord(db, person.id, record)
    return true
  }
  const part = parts.search.find(({ kind }) => kind === record.kind)
  const rows =
    part !== undefined && mayOpen(part, person.codes) ? await named(part, db, call, [record.recordId]) : []
  if (rows.length === 0) throw refuse(errors.notFound, part?.label ?? '记录')
  if ((await queries.countRecords(db, person.id)) >= mostPinnedRecords) throw refuse(errors.pinsFull)
  await queries.insertRecord(db, person.id, record)
  return true
}
