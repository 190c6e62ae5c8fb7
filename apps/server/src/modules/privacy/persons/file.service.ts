import {
  errors,
  mostPersonFiles,
  type ParsedOf,
  type PersonSection,
  persons,
  refuse,
} from '@drivesim/contract'
import type { DB } from '../../../generated/schema.ts'
import { dataMap } from '../../../platform/dataMap/dataMap.ts'
import type { Treatment } from '../../../platform/dataMap/treatments.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { LogNames } from '../../../platform/logNames.ts'
import type { Services } from '../../../platform/module.ts'
import { identityOf, requireStudent } from '../../people/students/service.ts'
import { admitReveal, revealsToday } from '../../tools/operationLog/security.service.ts'
import { wordsFor } from '../../tools/operationLog/words.service.ts'
import * as queries from './file.queries.ts'

/** Rows of each table that a file has: more are told of, and had of the list itself. */
const mostRows = 1000

/** Tables with rows of a student's own; those of a school are limited to the reader's. */
const tables = [
  ['enrolment', true],
  ['recharge_order', true],
  ['course_order', true],
  ['refund', true],
  ['minute_entry', true],
  ['training_session', true],
  ['applicant', false],
  ['feedback', true],
  ['consent', false],
  ['privacy_request', false],
] as const satisfies readonly (readonly [keyof DB, boolean])[]

/** What nobody changes stands in no log, and has its words here. */
const unloggedNames: LogNames = {
  training_session: {
    name: '训练记录',
    columns: {
      started_at: '开始时间',
      ended_at: '结束时间',
      seconds: '时长（秒）',
      effective_seconds: '有效时长（秒）',
      ending: '结束方式',
      score: '成绩',
      passed: '合格',
      errors: '扣分项',
      redated: '时间已校正',
    },
  },
  minute_entry: {
    name: '分钟流水',
    columns: { kind: '类型', minutes: '分钟', day: '日期', reason: '原因' },
  },
}

/**
 * All that is kept of a person, by the data map: for whoever asks for a copy (PIPL §45). It is answered and kept nowhere.
 * @throws Refusal notFound, alreadyErased, tooManyReveals, tooManyPersonFiles
 */
export async function personFile(
  { dataKeys, parts }: Pick<Services, 'dataKeys' | 'parts'>,
  call: SignedInCall,
  { studentId, reason }: ParsedOf<typeof persons.file>,
): Promise<{ madeAt: string; sections: PersonSection[] }> {
  const { db, scope } = call
  await requireStudent(db, scope, studentId)
  const label = persons.file.change
  await admitReveal(call, { label, target: `学员 ${studentId}`, reason })
  if ((await revealsToday(db, call.person.id, label)) > mostPersonFiles)
    throw refuse(errors.tooManyPersonFiles)
  const ids = await queries.samePerson(db, scope, studentId)
  const words = wordsFor([...parts.logNames, unloggedNames])
  const sections: PersonSection[] = [
    { title: '基本信息', heads: baseHeads, rows: await Promise.all(ids.map(base)), more: 0 },
  ]
  for (const [table, ofSchool] of tables) {
    const found = await queries.rowsOfStudents(db, scope, { table, ids, most: mostRows, ofSchool })
    const shown = columnsOf(table, words)
    sections.push({
      title: words.table(table),
      heads: [...(ofSchool ? ['驾校'] : []), ...shown.map(column => words.column(table, column))],
      rows: found
        .slice(0, mostRows)
        .map(({ row, schoolName }) => [
          ...(ofSchool ? [schoolName] : []),
          ...shown.map(column => words.value(table, column, row[column])),
        ]),
      more: found.length > mostRows ? 1 : 0,
    })
  }
  const archived = await queries.archivedDays(db, scope, ids)
  sections.push({
    title: '已归档的训练（成绩和时长在归档文件中，可请系统管理员取回后再导出）',
    heads: ['驾校', '日期', '训练次数'],
    rows: archived.map(({ schoolName, day, sessions }) => [schoolName, day, String(sessions)]),
    more: 0,
  })
  return { madeAt: new Date().toISOString(), sections: sections.filter(({ rows }) => rows.length > 0) }

  async function base(id: number): Promise<(string | null)[]> {
    const row = await requireStudent(db, scope, id)
    const { phone, idNumber } = await identityOf(db, dataKeys, id)
    if (phone === '') throw refuse(errors.alreadyErased)
    const { userName, schoolName, gearType, state, registeredAt } = row
    return [
      userName,
      phone,
      idNumber,
      schoolName,
      words.value('student', 'gear_type', gearType),
      words.value('student', 'state', state),
      words.value('student', 'registered_at', registeredAt),
    ]
  }
}

const baseHeads = ['姓名', '手机号', '身份证号', '驾校', '驾照类型', '状态', '报名时间']

/** What says something to the person: not what the program keeps for itself, and not whose numbers others have. */
const columnsOf = (table: keyof DB, words: ReturnType<typeof wordsFor>): string[] =>
  Object.entries(dataMap[table] as Record<string, Treatment>)
    .filter(([column, treatment]) => {
      if ('subject' in treatment) return true
      if (treatment.class === 'secret' || /_(id|by)$/.test(column)) return false
      return !words.isInternal(table, column) && words.column(table, column) !== column
    })
    .map(([column]) => column)
