import {
  describeIssue,
  errors,
  type ParsedOf,
  refuse,
  repeatedRows,
  type StudentForm,
  studentForm,
  type students,
} from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { idNumberSealer, initialsOf } from './identity.rules.ts'
import * as queries from './queries.ts'
import { requireOpenSchool } from './service.ts'

type Reasons = Map<number, string[]>
const taken = {
  idNumber: '该身份证号已是本驾校的学员',
  person: '本驾校已有姓名和手机号相同的学员',
} as const satisfies Record<queries.Taken, string>

/**
 * Takes a part of a file: every row is checked, alone, beside the others and against the school's students. Nothing
 * is written in a dry run, nor when all are wanted and one is refused.
 */
export async function importStudents(
  dataKey: Buffer,
  { db, scope }: SignedInCall,
  { schoolId, students: given, mode, dryRun, firstRow }: ParsedOf<typeof students.import>,
) {
  await requireOpenSchool(db, scope, schoolId)
  const reasons: Reasons = new Map()
  const forms = given.map((row, index) => checkAlone(row, index, reasons))
  for (const [index, repeated] of repeatedRows(forms, index => firstRow + index)) {
    add(reasons, index, repeated)
  }
  const seal = idNumberSealer(dataKey)
  const people = forms.flatMap((form, index) => (form === null ? [] : [{ index, ...toStudent(form, seal) }]))
  await checkTaken(db, schoolId, people, reasons)
  const good = people.filter(({ index }) => !reasons.has(index))
  if (dryRun || (mode === 'all' && reasons.size > 0)) {
    return { accepted: dryRun ? good.length : 0, refused: report(reasons, firstRow) }
  }
  const fresh = good.map(one => ({ ...one, initials: initialsOf(one.name) }))
  const ids = fresh.length === 0 ? [] : await queries.insertStudents(db, schoolId, fresh)
  const raced = good.filter((_, place) => ids[place] === null)
  // Somebody else added the same student since the check: all or nothing is nothing then.
  if (mode === 'all' && raced.length > 0) throw refuse(errors.importRaced)
  await checkTaken(db, schoolId, raced, reasons)
  return { accepted: good.length - raced.length, refused: report(reasons, firstRow) }
}

function checkAlone(row: unknown, index: number, reasons: Reasons): StudentForm | null {
  const checked = studentForm.safeParse(row)
  if (checked.success) return checked.data
  add(
    reasons,
    index,
    checked.error.issues.map(issue => describeIssue(studentForm, [issue])),
  )
  return null
}

/** Who is to be taken; the initials, which cost most, come once it is sure. */
type Person = Omit<queries.NewStudent, 'initials'> & { index: number }

async function checkTaken(db: Db, schoolId: number, people: readonly Person[], reasons: Reasons) {
  if (people.length === 0) return
  const found = await queries.takenOf(
    db,
    schoolId,
    people.map(({ name, phone, idNumber }) => ({ name, phone, hash: idNumber?.hash ?? null })),
  )
  people.forEach(({ index }, place) => {
    add(
      reasons,
      index,
      (found[place] ?? []).map(what => taken[what]),
    )
  })
}

function toStudent(
  { userName, userPhone, idNumber, gearType }: StudentForm,
  seal: ReturnType<typeof idNumberSealer>,
): Omit<queries.NewStudent, 'initials'> {
  return {
    name: userName,
    phone: userPhone,
    gearType,
    idNumber: idNumber === null ? null : seal(idNumber),
  }
}

function add(reasons: Reasons, index: number, more: readonly string[]): void {
  if (more.length > 0) reasons.set(index, [...(reasons.get(index) ?? []), ...new Set(more)])
}

function report(reasons: Reasons, firstRow: number) {
  return [...reasons]
    .sort(([one], [other]) => one - other)
    .map(([index, why]) => ({ row: firstRow + index, reasons: why }))
}
