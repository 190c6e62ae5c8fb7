import {
  describeIssue,
  errors,
  type ImportedStudent,
  importedStudent,
  type ParsedOf,
  refuse,
  repeatedRows,
  type students,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { addFacts } from '../../board/figures/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { type Taking, takingOf } from '../../privacy/privacyNotices/taking.service.ts'
import { requireOpenSchool } from '../../schools/organisations/service.ts'
import { initialsOf } from './identity.rules.ts'
import { type IdNumbers, idNumbersOf } from './idNumbers.service.ts'
import { coachesByName } from './marks.queries.ts'
import * as queries from './queries.ts'
import { newcomers } from './service.ts'

type Reasons = Map<number, string[]>
const takenReasons = {
  idNumber: '该身份证号已是本驾校的学员',
  person: '本驾校已有姓名和手机号相同的学员',
} as const satisfies Record<queries.TakenBy, string>

/**
 * Takes a part of a file: every row is checked, alone, beside the others and against the school's students. Nothing
 * is written in a dry run, nor when all are wanted and one is refused.
 */
export async function importStudents(
  services: Services,
  call: SignedInCall,
  { schoolId, students: given, mode, dryRun, firstRow, consent }: ParsedOf<typeof students.import>,
) {
  const { db, scope, person } = call
  await requireOpenSchool(db, scope, schoolId)
  const taking = await takingOf(db, person.id, consent)
  const reasons: Reasons = new Map()
  const forms = given.map((row, index) => checkAlone(row, index, reasons))
  for (const [index, repeated] of repeatedRows(forms, index => firstRow + index)) {
    add(reasons, index, repeated)
  }
  addRefusals(forms, taking, reasons)
  const idNumbers = await idNumbersOf(db, services.dataKeys, schoolId)
  const coachOf = await coachesOf(db, schoolId, forms, reasons)
  const people = forms.flatMap((form, index) =>
    form === null ? [] : [personOf(form, { index, coachId: coachOf(form), ...idNumbers })],
  )
  await checkTaken(db, schoolId, people, reasons)
  // Of those that are refused for another reason, that none has this phone is told too.
  const strangers = people.filter(({ index }) => !(reasons.get(index) ?? []).includes(takenReasons.person))
  await services.phoneGuesses.lookAlikes(call, await queries.lookAlikes(db, schoolId, strangers))
  const good = people.filter(({ index }) => !reasons.has(index))
  if (dryRun || (mode === 'all' && reasons.size > 0)) {
    return { accepted: dryRun ? good.length : 0, refused: report(reasons, firstRow) }
  }
  const inserted = good.length === 0 ? [] : await insert(db, schoolId, good, idNumbers)
  const added = inserted.flatMap(id => (id === null ? [] : [id]))
  await taking.store(added)
  const raced = good.filter((_, place) => inserted[place] === null)
  // Somebody else added the same student since the check: all or nothing is nothing then.
  if (mode === 'all' && raced.length > 0) throw refuse(errors.importRaced)
  await checkTaken(db, schoolId, raced, reasons)
  const accepted = good.length - raced.length
  if (accepted > 0) await addFacts(services, db, newcomers(schoolId, accepted))
  await sayEvent(db, 'student.added', added)
  return { accepted, refused: report(reasons, firstRow) }
}

function checkAlone(row: unknown, index: number, reasons: Reasons): ImportedStudent | null {
  const checked = importedStudent.safeParse(row, { reportInput: true })
  if (checked.success) return checked.data
  add(
    reasons,
    index,
    checked.error.issues.map(issue => describeIssue(importedStudent, [issue])),
  )
  return null
}

/** The coaches that rows name; a name that no working coach of the school has, or several have, is a reason against its row. */
async function coachesOf(
  db: Db,
  schoolId: number,
  forms: readonly (ImportedStudent | null)[],
  reasons: Reasons,
): Promise<(form: ImportedStudent) => number | null> {
  const names = forms.some(form => form !== null && form.coachName !== null)
  const coaches = names ? await coachesByName(db, schoolId) : new Map<string, number[]>()
  forms.forEach((form, index) => {
    if (form === null || form.coachName === null) return
    const found = coaches.get(form.coachName)?.length ?? 0
    if (found === 0) add(reasons, index, [`本驾校没有在职的教练“${form.coachName}”`])
    if (found > 1)
      add(reasons, index, [`本驾校有 ${found} 名教练叫“${form.coachName}”，请导入后在学员列表中选择`])
  })
  return ({ coachName }) => (coachName === null ? null : (coaches.get(coachName)?.[0] ?? null))
}

/** Of whom the consent does not do. */
function addRefusals(forms: readonly (ImportedStudent | null)[], taking: Taking, reasons: Reasons): void {
  forms.forEach((form, index) => {
    const refusal = form === null ? null : taking.refusalOf(form.idNumber)
    if (refusal !== null) add(reasons, index, [refusal.message])
  })
}

/** Who is to be taken; what costs more than looking them up comes once it is sure. */
interface Person extends queries.Identity {
  index: number
  idNumber: string | null
  gearType: string
  tags: readonly string[]
  coachId: number | null
}

async function insert(db: Db, schoolId: number, people: readonly Person[], { seal }: IdNumbers) {
  const ids = await queries.takeIds(db, people.length)
  const fresh = ids.flatMap((id, place) => {
    const person = people[place]
    if (person === undefined) return []
    const { name, phone, gearType, idNumber, tags, coachId } = person
    const sealed = idNumber === null ? null : seal(id, idNumber)
    return [{ id, name, initials: initialsOf(name), phone, gearType, idNumber: sealed, tags, coachId }]
  })
  await queries.planAnew(db)
  return queries.insertStudents(db, schoolId, fresh)
}

async function checkTaken(db: Db, schoolId: number, people: readonly Person[], reasons: Reasons) {
  if (people.length === 0) return
  const found = await queries.takenOf(db, schoolId, people)
  people.forEach(({ index }, place) => {
    add(
      reasons,
      index,
      (found[place] ?? []).map(what => takenReasons[what]),
    )
  })
}

function personOf(
  { userName, userPhone, idNumber, gearType, tags = [] }: ImportedStudent,
  { index, coachId, hashes }: { index: number; coachId: number | null } & Pick<IdNumbers, 'hashes'>,
): Person {
  return { index, name: userName, phone: userPhone, gearType, idNumber, tags, coachId, ...hashes(idNumber) }
}

function add(reasons: Reasons, index: number, more: readonly string[]): void {
  if (more.length > 0) reasons.set(index, [...(reasons.get(index) ?? []), ...new Set(more)])
}

function report(reasons: Reasons, firstRow: number) {
  return [...reasons]
    .sort(([one], [other]) => one - other)
    .map(([index, why]) => ({ row: firstRow + index, reasons: why }))
}
