import { errors, type OpenMatter, openMatters, persons, refuse, retentionKinds } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import { holdKeysInUse } from '../../../platform/keys/keysInUse.queries.ts'
import { openSealed, sealerOf } from '../../../platform/keys/sealing.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { identityOf } from '../../people/students/service.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { endFiles } from '../../tools/exports/service.ts'
import { admitReveal, noteOnServer } from '../../tools/operationLog/security.service.ts'
import { keepErasures, readErasures } from './erasures.storage.ts'
import { emptyRows, redactLog, redactTexts, tracesOf } from './forget.queries.ts'
import { erasedName, heldColumn, identity } from './identity.rules.ts'
import * as queries from './queries.ts'

type ErasureServices = Pick<Services, 'dataKeys' | 'config'>

/** Since when money last moved, in months: what the law on limitation gives a claim. */
const moneyMonths = 36

/** A student in the scope who is there still, locked. @throws Refusal notFound, alreadyErased */
export async function takePerson({ db, scope }: Pick<SignedInCall, 'db' | 'scope'>, studentId: number) {
  const person = await queries.lockPerson(db, scope, studentId)
  if (person === undefined) throw refuse(errors.notFound, '学员')
  if (person.erasedAt !== null) throw refuse(errors.alreadyErased)
  return person
}

/** What stands in the way of erasing these students. */
export const openMattersOf = (db: Db, ids: readonly number[]): Promise<Map<number, OpenMatter[]>> =>
  queries.openMatters(db, ids)

/** @throws Refusal notErasable, which names what is open */
export async function requireErasable(db: Db, studentId: number): Promise<void> {
  const open = (await queries.openMatters(db, [studentId])).get(studentId) ?? []
  if (open.length > 0) throw refuse(errors.notErasable, open.map(matter => openMatters[matter]).join('、'))
}

/**
 * Erases a locked student: nobody is to be known by what is left, and no figure moves. Who they were is held, sealed, for as long as the
 * law has it kept. @throws Refusal notErasable
 */
export async function erase(services: ErasureServices, call: SignedInCall, person: queries.Person) {
  await requireErasable(call.db, person.id)
  await forget(services.dataKeys, call.db, person)
  call.afterCommit(() =>
    keepErasures(services.config.dataDir, [
      { studentId: person.id, madeAt: person.createdAt.getTime(), erasedAt: new Date().toISOString() },
    ]),
  )
}

async function forget(keys: DataKeys, db: Db, { id, createdAt }: queries.Person): Promise<void> {
  const { current } = await holdKeysInUse(db, keys)
  const until = await queries.heldUntil(db, id, {
    afterEnrolment: retentionKinds.student.months,
    afterMoney: moneyMonths,
  })
  const traces = await tracesOf(db, id)
  if (until !== null) {
    const held = JSON.stringify(await identityOf(db, keys, id))
    await queries.hold(db, id, sealerOf(current, heldColumn)(id, held), until)
  }
  await emptyRows(db, id, { applicants: traces.applicants, name: erasedName(id) })
  await redactTexts(db, { texts: traces.texts, since: createdAt })
  await redactLog(db, id, traces)
  await endFiles(db, createdAt)
}

/** Erases a student whose term is over. @returns false where something was opened meanwhile */
export const eraseDue = (
  { db, dataKeys }: Pick<Services, 'db' | 'dataKeys'>,
  studentId: number,
): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const person = await queries.lockAnyPerson(trx, studentId)
    if (person === undefined || person.erasedAt !== null) return false
    const open = (await queries.openMatters(trx, [studentId])).get(studentId) ?? []
    if (open.length > 0) return false
    await forget(dataKeys, trx, person)
    await noteOnServer(trx, { label: '保存期限已满，删除个人信息', target: erasedName(studentId) })
    return true
  })

/** Data that is kept and not used, as its person asked, or used again. */
export const setRestricted = (db: Db, studentId: number, restricted: boolean): Promise<void> =>
  queries.setRestricted(db, studentId, restricted)

/** Who an erased student was, for whoever acts for the platform. @throws Refusal platformOnly, nothingHeld, tooManyReveals */
export async function revealHeld(
  keys: DataKeys,
  call: SignedInCall,
  { studentId, reason }: { studentId: number; reason: string },
) {
  const { db, scope } = call
  requirePlatform(scope, '留存的身份信息')
  const held = await queries.heldOf(db, studentId)
  if (held === undefined) throw refuse(errors.nothingHeld)
  await admitReveal(call, { label: persons.held.change, target: erasedName(studentId), reason })
  return identity.parse(JSON.parse(openSealed(keys, { column: heldColumn, id: studentId }, held.sealed)))
}

/** Until when identities of these erased students are held. */
export const heldDays = (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  queries.heldDays(db, ids)

/**
 * Erases again whom the file names and the database knows: it was restored from a back-up that is older. And the file learns of those
 * that it does not name yet, such as of another machine. @returns how many were erased
 */
export async function repeatErasures({
  db,
  dataKeys,
  config,
}: Pick<Services, 'db' | 'dataKeys' | 'config'>): Promise<number> {
  const kept = readErasures(config.dataDir)
  const keyOf = (id: number, madeAt: number) => `${id} ${madeAt}`
  const known = new Set(kept.map(({ studentId, madeAt }) => keyOf(studentId, madeAt)))
  const missing = (
    await queries.notErased(
      db,
      kept.map(({ studentId }) => studentId),
    )
  ).filter(({ id, createdAt }) => known.has(keyOf(id, createdAt.getTime())))
  for (const { id } of missing)
    await db.transaction().execute(async trx => {
      const person = await queries.lockAnyPerson(trx, id)
      if (person === undefined || person.erasedAt !== null) return
      await forget(dataKeys, trx, person)
      await noteOnServer(trx, { label: '恢复备份后再次删除个人信息', target: erasedName(id) })
    })
  const erased = await queries.erasedStudents(db)
  keepErasures(
    config.dataDir,
    erased
      .filter(({ id, createdAt }) => !known.has(keyOf(id, createdAt.getTime())))
      .map(({ id, createdAt, erasedAt }) => ({
        studentId: id,
        madeAt: createdAt.getTime(),
        erasedAt: erasedAt.toISOString(),
      })),
  )
  return missing.length
}

/** Lets go of identities that the law does not ask for any more. */
export const letGoOfHeld = (db: Db): Promise<void> => queries.dropHeld(db)
