import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { errors, refuse } from './errors.ts'
import {
  businessDay,
  filter,
  id,
  instant,
  mobilePhone,
  option,
  rangeProblem,
  text,
  version,
} from './fields.ts'
import { machine } from './machine.ts'
import { page, pageNumber, paging } from './paging.ts'
import { sessionRow } from './simulators.ts'

/** Licence types of passenger cars, with their words (spec §7 gearTypeGet). */
export const gearTypes = { C1: 'C1 手动挡', C2: 'C2 自动挡' } as const
export type GearType = keyof typeof gearTypes
export const gearType = z.enum(['C1', 'C2'])

export const enrolmentStates = { studying: '学习中', finished: '已结业', left: '已退学' } as const
export type EnrolmentState = keyof typeof enrolmentStates
const enrolmentState = z.enum(['studying', 'finished', 'left'])

/**
 * What may become of a student's present enrolment: `from` its states, `to` what it ends as where it was still open.
 * 增驾 and 转校 open another.
 */
export const enrolmentMachine = machine(
  enrolmentStates,
  {
    add: { from: ['studying', 'finished', 'left'], to: 'finished', label: '增驾' },
    transfer: { from: ['studying', 'finished', 'left'], to: 'left', label: '转校' },
    finish: { from: ['studying'], to: 'finished', label: '结业' },
    leave: { from: ['studying'], to: 'left', label: '退学' },
  },
  ({ label }, state) => refuse(errors.enrolmentNot, label, enrolmentStates[state]),
)

/** A resident's ID number: 18 characters with a valid birthday and check character. */
export function idNumberProblem(value: string): string | null {
  if (!/^\d{17}[\dX]$/.test(value)) return '身份证号应为 18 位'
  const birthday = `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`
  if (!businessDay.safeParse(birthday).success) return '身份证号中的出生日期不存在'
  return idNumberCheck(value.slice(0, 17)) === value[17] ? null : '身份证号的校验位不正确'
}

/** The check character that the first 17 of an ID number have (GB 11643). */
export function idNumberCheck(digits: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return '10X98765432'[sum % 11] ?? ''
}

const idNumber = z
  .string()
  .trim()
  .toUpperCase()
  .superRefine((value, context) => {
    const problem = idNumberProblem(value)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })

/** One student as lists show them: phone and ID number masked. */
export const studentRow = z.object({
  userId: z.int(),
  userName: z.string(),
  userPhone: z.string(),
  idNumber: z.string().nullable(),
  schoolId: z.int(),
  schoolName: z.string(),
  gearType: z.string(),
  state: enrolmentState,
  registeredAt: instant,
  version: z.int(),
})
export type StudentRow = z.output<typeof studentRow>

/** A student's name is 姓名 on the screen and in files, where a member has a 名称. */
const studentName = z
  .string({ error: '姓名不能为空' })
  .trim()
  .min(1, '姓名不能为空')
  .max(50, '姓名最多 50 个字')

/** One row of an import, and the form of one student. */
export const studentForm = z.object({
  userName: studentName,
  userPhone: mobilePhone,
  idNumber: z
    .union([z.literal('').transform(() => null), z.null(), idNumber])
    .optional()
    .transform(value => value ?? null),
  gearType,
})
export type StudentForm = z.output<typeof studentForm>

/**
 * What is wrong with rows of an import beside each other: a reason for each row that repeats an earlier one. Server and
 * browser share it, for the server sees a file in pieces.
 */
export function repeatedRows(
  rows: readonly (Pick<StudentForm, 'userName' | 'userPhone' | 'idNumber'> | null)[],
  lineOf: (index: number) => number,
): Map<number, string[]> {
  const repeated = new Map<number, string[]>()
  const seen = new Map<string, number>()
  rows.forEach((row, index) => {
    if (row === null) return
    const same = [
      [`person ${row.userPhone} ${row.userName}`, '姓名和手机号'],
      ...(row.idNumber === null ? [] : [[`id ${row.idNumber}`, '身份证号']]),
    ] as const
    for (const [key, what] of same) {
      const first = seen.get(key)
      if (first === undefined) seen.set(key, index)
      else repeated.set(index, [...(repeated.get(index) ?? []), `${what}与第 ${lineOf(first)} 行重复`])
    }
  })
  return repeated
}

const studentFilter = {
  paramValue: filter(z.string().trim().max(50)),
  schoolId: filter(id),
  gearType: filter(gearType),
  state: filter(enrolmentState),
  /** Days of the present enrolment. */
  beginDate: filter(businessDay),
  endDate: filter(businessDay),
}
const forwards = (
  { beginDate, endDate }: { beginDate?: string | undefined; endDate?: string | undefined },
  context: z.RefinementCtx,
) => {
  if (beginDate === undefined || endDate === undefined) return
  const message = rangeProblem(beginDate, endDate, Number.POSITIVE_INFINITY)
  if (message !== null) context.addIssue({ code: 'custom', path: ['endDate'], message })
}

const subjectScore = z.object({
  subSubjectId: z.int(),
  subSubject: z.string(),
  subject: z.string(),
  times: z.int(),
  lastScore: z.int().nullable(),
  bestScore: z.int().nullable(),
  /** Between 0 and 1; null where nobody was scored. */
  passRate: z.number().nullable(),
  schoolPassRate: z.number().nullable(),
})
/** Errors of one sub-subject by month, the student's and the school's average per session. */
const errorTrend = z.object({
  month: z.string(),
  subSubject: z.string(),
  errorsPerSession: z.number(),
  schoolErrorsPerSession: z.number().nullable(),
})
const day = z.object({ date: businessDay, times: z.int(), seconds: z.int() })

const edit = ['student:edit'] as const

/** Students (spec §7 "Users", product §4). */
export const students = {
  list: endpoint({
    title: '学员列表',
    method: 'GET',
    path: '/api/users/getStudentList',
    access: 'signedIn',
    input: z
      .object({ page: pageNumber.default(0), pageSize: paging.pageSize, ...studentFilter })
      .superRefine(forwards),
    reply: page(studentRow),
  }),
  export: endpoint({
    title: '导出学员',
    method: 'GET',
    path: '/api/users/exportStudents',
    access: 'signedIn',
    input: z.object(studentFilter).superRefine(forwards),
    reply: 'csv',
    perMinute: 10,
  }),
  info: endpoint({
    title: '学员详情',
    method: 'GET',
    path: '/api/users/getStudentInfo',
    access: 'signedIn',
    input: z.object({
      userId: id,
      /** Missing: base. A list, or names joined by commas. */
      queryTypes: filter(
        z.union([
          z.array(z.enum(['base', 'balance', 'orders', 'sessions', 'scores', 'feedback'])),
          z
            .string()
            .transform(names => names.split(','))
            .pipe(z.array(z.enum(['base', 'balance', 'orders', 'sessions', 'scores', 'feedback']))),
        ]),
      ),
    }),
    reply: z.object({
      base: studentRow
        .extend({
          enrolments: z.array(
            z.object({
              enrolmentId: z.int(),
              schoolName: z.string(),
              gearType: z.string(),
              state: enrolmentState,
              registeredAt: instant,
              remainingMinutes: z.int(),
            }),
          ),
        })
        .optional(),
      sessions: z.array(sessionRow).optional(),
      scores: z
        .object({ subjects: z.array(subjectScore), trend: z.array(errorTrend), calendar: z.array(day) })
        .optional(),
      feedback: z.array(z.object({ id: z.int(), content: z.string(), createdAt: instant })).optional(),
    }),
  }),
  add: endpoint({
    title: '新增学员',
    method: 'POST',
    path: '/api/users/addStudent',
    access: edit,
    input: studentForm.extend({ schoolId: id }),
    reply: z.object({ userId: z.int() }),
    change: '新增学员',
  }),
  modify: endpoint({
    title: '修改学员',
    method: 'POST',
    path: '/api/users/modifyStudent',
    access: edit,
    // Phone and ID number are masked where they are read: what is left empty stays as it is.
    input: studentForm.extend({
      userId: id,
      version,
      userPhone: filter(mobilePhone),
      idNumber: filter(idNumber),
    }),
    reply: z.literal(true),
    change: '修改学员',
  }),
  /** Ends the present enrolment and opens another: 增驾 or 转校 (to a school in the operator's scope), 结业, 退学. */
  enrol: endpoint({
    title: '学员报名变更',
    method: 'POST',
    path: '/api/users/enrolStudent',
    access: edit,
    input: z.object({
      userId: id,
      kind: z.enum(['add', 'transfer', 'finish', 'leave']),
      schoolId: filter(id),
      gearType: filter(gearType),
    }),
    reply: z.literal(true),
    change: '学员报名变更',
  }),
  /** The full ID number and phone; who asked and why is in the operation log. */
  reveal: endpoint({
    title: '查看学员证件',
    method: 'POST',
    path: '/api/users/revealStudent',
    access: ['student:reveal'],
    input: z.object({ userId: id, reason: text(200) }),
    reply: z.object({ idNumber: z.string().nullable(), userPhone: z.string().nullable() }),
    change: '查看学员证件',
    secret: ['idNumber', 'userPhone'],
  }),
  /** Checks every row, each with all its reasons, and takes all of them, or the good ones. With `dryRun` nothing is written. */
  import: endpoint({
    title: '导入学员',
    method: 'POST',
    path: '/api/users/addStudents',
    access: edit,
    input: z.object({
      schoolId: id,
      students: z.array(z.unknown()).min(1).max(5000),
      mode: z.enum(['all', 'valid']),
      dryRun: z.boolean().default(false),
      /** The number of the first row in the file, so that reports name its lines. */
      firstRow: z.int().min(1).default(1),
    }),
    reply: z.object({
      accepted: z.int(),
      refused: z.array(z.object({ row: z.int(), reasons: z.array(z.string()) })),
    }),
    change: '导入学员',
  }),
  gearTypes: endpoint({
    title: '驾照类型',
    method: 'GET',
    path: '/student/public/license/gearTypeGet',
    access: 'signedIn',
    reply: z.array(option),
  }),
}
