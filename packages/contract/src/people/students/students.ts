import { z } from 'zod'
import { sessionRow } from '../../devices/devices/deviceShapes.ts'
import { endpoint } from '../../endpoint.ts'
import {
  beginDate,
  checkRangeOrder,
  endDate,
  filter,
  id,
  instant,
  mobilePhone,
  option,
  optionalText,
  schoolId,
  searchText,
  version,
} from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { sortWords } from '../../lists.ts'
import { courseOrderRow, rechargeRow, refundRow } from '../../money/orders/orderRows.ts'
import { studentBalance } from '../../money/orders/orderShapes.ts'
import { fileOf, page, pagingByPage, sorting } from '../../paging.ts'
import { consentGiven } from '../../privacy/consentShapes.ts'
import { revealReason } from '../../reveals.ts'
import {
  coachId,
  enrolmentMachine,
  enrolmentState,
  errorTrend,
  gearType,
  idNumber,
  studentForm,
  studentList,
  studentRow,
  studentTag,
  studentTags,
  subjectScore,
  trainingDay,
} from './studentShapes.ts'

const studentFilter = {
  paramValue: searchText,
  schoolId: filter(schoolId),
  gearType: filter(gearType),
  state: label('状态', filter(enrolmentState)),
  tag: filter(studentTag),
  coachId: filter(coachId),
  /** Days of the present enrolment. */
  beginDate: filter(beginDate),
  endDate: filter(endDate),
}
const infoParts = z.array(
  choice({
    base: '基本信息',
    balance: '余额',
    orders: '订单',
    sessions: '训练记录',
    scores: '成绩',
    feedback: '意见反馈',
  }),
)
const userId = label('学员', id)
const edit = ['student:edit'] as const

/** Students (spec §7 "Users"). */
export const students = {
  list: endpoint({
    title: '学员列表',
    forKeys: 'read',
    method: 'GET',
    path: '/api/users/getStudentList',
    access: 'signedIn',
    input: z
      .object({ ...pagingByPage, ...studentFilter, ...sorting(sortWords(studentList)) })
      .superRefine(checkRangeOrder),
    reply: page(studentRow),
    columns: studentList,
  }),
  export: fileOf(
    'list',
    {
      title: '导出学员',
      stepUp: 'recent',
      path: '/api/users/exportStudents',
      access: 'signedIn',
      perMinute: 10,
    },
    studentFilter,
    checkRangeOrder,
  ),
  info: endpoint({
    title: '学员详情',
    forKeys: 'read',
    method: 'GET',
    path: '/api/users/getStudentInfo',
    access: 'signedIn',
    input: z.object({
      userId,
      /** Missing: base. A list, or names joined by commas. */
      queryTypes: label(
        '查询类型',
        filter(
          z.union([
            infoParts,
            z
              .string()
              .transform(names => names.split(','))
              .pipe(infoParts),
          ]),
        ),
      ),
    }),
    reply: z.object({
      base: studentRow
        .extend({
          /** What their school notes about them. */
          note: z.object({ text: z.string(), by: z.string().nullable(), at: instant }).nullable(),
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
      balance: studentBalance.optional(),
      /** Newest first, at most 100 of each. */
      orders: z
        .object({
          recharges: z.array(rechargeRow),
          courses: z.array(courseOrderRow),
          refunds: z.array(refundRow),
        })
        .optional(),
      sessions: z.array(sessionRow).optional(),
      /** The last business day whose sessions are archived, and not among them; null where none are. */
      sessionsArchivedUntil: z.iso.date().nullable().optional(),
      scores: z
        .object({
          subjects: z.array(subjectScore),
          trend: z.array(errorTrend),
          calendar: z.array(trainingDay),
        })
        .optional(),
      feedback: z.array(z.object({ id: z.int(), content: z.string(), createdAt: instant })).optional(),
    }),
  }),
  add: endpoint({
    title: '新增学员',
    method: 'POST',
    path: '/api/users/addStudent',
    access: edit,
    input: studentForm.extend({ schoolId, coachId: filter(coachId), consent: consentGiven }),
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
      userId,
      version,
      userPhone: label('手机号', filter(mobilePhone)),
      idNumber: filter(idNumber),
      /** Missing: as it is; null: none. */
      coachId: coachId.nullable().optional(),
    }),
    reply: z.literal(true),
    change: '修改学员',
    record: 'userId',
  }),
  note: endpoint({
    title: '备注学员',
    method: 'POST',
    path: '/api/users/noteStudent',
    access: edit,
    input: z.object({ userId, version, note: label('备注', optionalText(500)) }),
    reply: z.literal(true),
    change: '备注学员',
    record: 'userId',
  }),
  /** All tags of one student, instead of those before. */
  tag: endpoint({
    title: '修改学员标签',
    method: 'POST',
    path: '/api/users/tagStudent',
    access: edit,
    input: z.object({ userId, version, tags: studentTags }),
    reply: z.literal(true),
    change: '修改学员标签',
    record: 'userId',
  }),
  /** Tags in use, the most used first. */
  tags: endpoint({
    title: '学员标签',
    method: 'GET',
    path: '/api/users/studentTags',
    access: 'signedIn',
    input: z.object({ schoolId: filter(schoolId) }),
    reply: z.array(z.object({ tag: z.string(), students: z.int() })),
  }),
  /** Working coaches, to choose from. */
  coaches: endpoint({
    title: '可选教练',
    method: 'GET',
    path: '/api/users/studentCoaches',
    access: 'signedIn',
    input: z.object({ schoolId: filter(schoolId) }),
    reply: z.array(option),
  }),
  /** Ends the present enrolment and opens another: 增驾 or 转校 (to a school in the operator's scope), 结业, 退学. */
  enrol: endpoint({
    title: '学员报名变更',
    forKeys: 'write',
    method: 'POST',
    path: '/api/users/enrolStudent',
    access: edit,
    input: z.object({
      userId,
      kind: label('报名变更', choice(enrolmentMachine.actions)),
      schoolId: label('转到驾校', filter(id)),
      gearType: filter(gearType),
      /** The platform's word that a student with unspent cash of this school may go; its school keeps holding it. */
      confirmOffline: label('确认线下余额', z.boolean().default(false)),
    }),
    reply: z.literal(true),
    change: '学员报名变更',
    record: 'userId',
  }),
  /** The full ID number and phone; who asked and why is in the operation log and the security log. */
  reveal: endpoint({
    title: '查看学员证件',
    method: 'POST',
    path: '/api/users/revealStudent',
    access: ['student:reveal'],
    input: z.object({ userId, reason: revealReason }),
    reply: z.object({ idNumber: z.string().nullable(), userPhone: z.string().nullable() }),
    change: '查看学员证件',
    stepUp: 'recent',
    record: 'userId',
    secret: ['idNumber', 'userPhone'],
  }),
  /** Checks every row, each with all its reasons, and takes all of them, or the good ones. With `dryRun` nothing is written. */
  import: endpoint({
    title: '导入学员',
    forKeys: 'write',
    method: 'POST',
    path: '/api/users/addStudents',
    access: edit,
    input: z.object({
      schoolId,
      students: label('学员', z.array(z.unknown()).min(1).max(5000)),
      mode: label('导入方式', choice({ all: '全部导入', valid: '只导入没有问题的' })),
      dryRun: label('仅检查', z.boolean().default(false)),
      /** The number of the first row in the file, so that reports name its lines. */
      firstRow: label('起始行', z.int().min(1).default(1)),
      /** Of all of them. */
      consent: consentGiven,
    }),
    reply: z.object({
      accepted: z.int(),
      refused: z.array(z.object({ row: z.int(), reasons: z.array(z.string()) })),
    }),
    change: '导入学员',
  }),
  gearTypes: endpoint({
    title: '驾照类型',
    forKeys: 'read',
    method: 'GET',
    path: '/student/public/license/gearTypeGet',
    access: 'signedIn',
    reply: z.array(option),
  }),
}
