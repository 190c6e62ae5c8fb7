import { z } from 'zod'
import { cleanedName, cleanedNumber } from '../../cleaned.ts'
import { error, refuse } from '../../errors.ts'
import { businessDay, id, instant, maskedPhone, mobilePhone, nameText, optionalName } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { column, listColumns, type SortField } from '../../lists.ts'
import { machine } from '../../machine.ts'

/** Licence types of passenger cars, with their words (spec §7 gearTypeGet). */
export const gearTypes = { C1: 'C1 手动挡', C2: 'C2 自动挡' } as const
export type GearType = keyof typeof gearTypes
export const gearType = label('驾照类型', choice(gearTypes))
/** The same in a list. */
export const gearColumn = column.choice('驾照类型', gearTypes, { valuesInFile: true })

export const enrolmentStates = { studying: '学习中', finished: '已结业', left: '已退学' } as const
export type EnrolmentState = keyof typeof enrolmentStates
export const enrolmentState = choice(enrolmentStates)

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
  ({ label }, state) => refuse(studentErrors.enrolmentNot, label, enrolmentStates[state]),
)

/** A resident's ID number: 18 characters with a valid birthday and check character. */
function idNumberProblem(value: string): string | null {
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

export const idNumber = label(
  '身份证号',
  cleanedNumber.toUpperCase().superRefine((value, context) => {
    const problem = idNumberProblem(value)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  }),
)

export const mostTags = 10
/** A word by which a school finds students again. What files of lists put between words is in none. */
export const studentTag = label(
  '标签',
  cleanedName
    .min(1, '请填写标签')
    .max(20, '标签最多 20 个字')
    .regex(/^[^,，、;；]*$/, '标签里不能有逗号、顿号或分号，请分成几个标签'),
)
export const studentTags = label(
  '标签',
  z
    .array(studentTag)
    .transform(tags => [...new Set(tags)])
    .refine(tags => tags.length <= mostTags, `每名学员最多 ${mostTags} 个标签`),
)
export const coachId = label('教练', id)

/** One student as lists show them: phone and ID number masked. */
export const studentRow = z.object({
  userId: z.int(),
  userName: z.string(),
  userPhone: maskedPhone,
  idNumber: z.string().nullable(),
  schoolId: z.int(),
  schoolName: z.string(),
  gearType: z.string(),
  state: enrolmentState,
  registeredAt: instant,
  /** Words of their school, in the order in which they came. */
  tags: z.array(z.string()),
  coachId: z.int().nullable(),
  coachName: z.string().nullable(),
  /** Fen, 赠送 among them. */
  balance: z.int(),
  /** Minutes left of all their enrolments at their school. */
  remainingMinutes: z.int(),
  /** When their last session began; null: they never trained. */
  lastTrainedOn: businessDay.nullable(),
  version: z.int(),
})
export type StudentRow = z.output<typeof studentRow>
export const studentList = listColumns(studentRow, {
  userName: column.text('姓名', { widest: 160 }),
  state: column.choice('状态', enrolmentStates),
  userPhone: column.code('手机号'),
  gearType: gearColumn,
  schoolName: column.text('驾校', { widest: 200 }),
  coachName: column.text('教练', { optional: true, widest: 120 }),
  tags: column.names('标签'),
  balance: column.money('余额', { sortable: true }),
  remainingMinutes: column.minutes('剩余时长', { sortable: true }),
  lastTrainedOn: column.day('最近训练', { sortable: true, missing: '从未训练' }),
  registeredAt: column.time('报名时间', { optional: true }),
  idNumber: column.code('身份证号', { optional: true }),
})

export type StudentSortField = SortField<typeof studentList>

/** What the form of one student and the row of an import have alike. */
export const studentForm = z.object({
  userName: label('姓名', nameText(50)),
  userPhone: label('手机号', mobilePhone),
  idNumber: z
    .union([z.literal('').transform(() => null), z.null(), idNumber])
    .optional()
    .transform(value => value ?? null),
  gearType,
  /** Missing: as they are. */
  tags: studentTags.optional(),
})
export type StudentForm = z.output<typeof studentForm>

/** One row of an import: it names the coach, who must be one of the school's. */
export const importedStudent = studentForm.extend({ coachName: label('教练', optionalName(50)) })
export type ImportedStudent = z.output<typeof importedStudent>

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

export const subjectScore = z.object({
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
export const errorTrend = z.object({
  month: z.string(),
  subSubject: z.string(),
  errorsPerSession: z.number(),
  schoolErrorsPerSession: z.number().nullable(),
})
export const trainingDay = z.object({ date: businessDay, times: z.int(), seconds: z.int() })

/** Refusals about students: −123yy. */
export const studentErrors = {
  idNumberTaken: error(-12301, '该身份证号已是本驾校的学员，请在学员列表中查找后修改'),
  studentTaken: error(-12302, '本驾校已有姓名和手机号相同的学员，请在学员列表中查找后修改'),
  enrolmentNot: error(-12303, (action: string, state: string) => `学员${state}，不能${action}，请刷新后重试`),
  gearTypeMissing: error(-12304, '请选择增驾的驾照类型'),
  gearTypeSame: error(-12305, (gear: string) => `学员已报名 ${gear}，请选择其他驾照类型`),
  transferTarget: error(-12306, '请选择要转入的驾校，且不能是学员现在的驾校'),
  importRaced: error(-12307, '导入期间有相同的学员被他人添加，请重新检查后再导入'),
  coachOfAnother: error(-12320, '教练不在该学员的驾校，或已离职，请重新选择教练'),
  tooManyTags: error(-12321, `每名学员最多 ${mostTags} 个标签，请先移除不用的标签`),
  // A file of students is refused where it is read: in the browser.
  notCsv: error(-12308, '[Format Error]: you did not upload a Csv file'),
  importColumnsMissing: error(
    -12309,
    (columns: string) => `文件第一行缺少这些列：${columns}。请下载模板，按模板填写后再选择`,
  ),
  importEmpty: error(-12310, '文件里没有学员，请从第二行开始填写后再选择'),
  importTooLong: error(-12311, (most: string) => `一次最多导入 ${most} 名学员，请拆成几个文件`),
  importQuotes: error(-12312, (line: number) => `第 ${line} 行的引号没有成对，请改正后重新选择文件`),
  notWorkbook: error(-12313, '这不是 .xlsx 文件，旧的 .xls 请在 Excel 里另存为 .xlsx 后再选择'),
  importDigitsLost: error(
    -12314,
    (line: number) =>
      `第 ${line} 行有超过 15 位的数字，末几位已被 Excel 改成 0，请把该列设为文本、重新填写后再选择`,
  ),
} as const
