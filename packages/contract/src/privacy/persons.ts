import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { businessDay, id, instant, maskedPhone, searchText } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { page, paging } from '../paging.ts'
import { enrolmentState, enrolmentStates } from '../people/students/studentShapes.ts'
import { revealReason } from '../reveals.ts'
import { askedFor, privacyRequestKinds } from './privacyRequests.ts'

/** What has to be settled before a student can be erased. */
export const openMatters = {
  studying: '未结束的学籍',
  orders: '未完成的订单',
  refunds: '未完成的退款',
  balance: '余额',
  minutes: '剩余时长',
} as const
export type OpenMatter = keyof typeof openMatters

/** What is done with a student's data. */
export const personStates = { used: '正常', restricted: '已限制处理', erased: '已注销' } as const
export type PersonState = keyof typeof personStates

const personRow = z.object({
  studentId: z.int(),
  studentName: z.string(),
  studentPhone: maskedPhone,
  idNumber: z.string().nullable(),
  schoolName: z.string(),
  enrolment: enrolmentState,
  registeredAt: instant,
  state: choice(personStates),
  /** What stands in the way of erasing them. */
  open: z.array(choice(openMatters)),
  /** Requests that wait. */
  waiting: z.array(choice(privacyRequestKinds)),
  /** Until when their identity is held, since the law asks for it; null: it is not. */
  heldUntil: businessDay.nullable(),
})
export type PersonRow = z.output<typeof personRow>
export const personList = listColumns(personRow, {
  studentName: column.text('学员', { widest: 160 }),
  state: column.choice('个人信息', personStates),
  studentPhone: column.code('手机号'),
  idNumber: column.code('身份证号'),
  schoolName: column.text('驾校', { widest: 200 }),
  enrolment: column.choice('学籍', enrolmentStates),
  open: column.special('未办结', { widest: 240 }),
  waiting: column.special('待办理的请求', { widest: 200 }),
  heldUntil: column.day('身份留存至', { missing: '不留存' }),
  registeredAt: column.time('报名时间', { optional: true }),
})

/** Rows of one kind in a person's file, as people read them. */
const section = z.object({
  title: z.string(),
  heads: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
  /** 1: there are more than stand here; lists have them all. */
  more: z.int(),
})
export type PersonSection = z.output<typeof section>

const base = '/privacy/api/person'
const access = ['system:privacy'] as const
const studentId = label('学员', id)

/** Whose data it is: found by the whole of a name, phone or ID number, and what is done with it. */
export const persons = {
  find: endpoint({
    title: '查找学员的个人信息',
    method: 'GET',
    path: `${base}/find`,
    access,
    input: z.object({ ...paging, paramValue: searchText }),
    reply: page(personRow),
    columns: personList,
  }),
  /** All that is kept of a person, for whoever asks for a copy of it; null where the call was repeated. It is kept nowhere. */
  file: endpoint({
    title: '导出学员的个人信息',
    method: 'POST',
    path: `${base}/export`,
    access,
    input: z.object({ studentId, reason: revealReason }),
    reply: z.object({ madeAt: instant, sections: z.array(section).nullable() }),
    change: '导出学员的个人信息',
    record: 'studentId',
    stepUp: 'fresh',
    secret: ['sections'],
    perMinute: 10,
  }),
  /** Asks for it; another person decides (`privacyRequests.decide`). */
  erase: endpoint({
    title: '申请删除个人信息',
    method: 'POST',
    path: `${base}/erase`,
    access,
    input: z.object({ studentId, ...askedFor }),
    reply: z.object({ requestId: z.int() }),
    change: '申请删除个人信息',
    record: 'studentId',
    stepUp: 'fresh',
  }),
  release: endpoint({
    title: '解除限制处理',
    method: 'POST',
    path: `${base}/release`,
    access,
    input: z.object({ studentId, reason: label('解除原因', askedFor.wish) }),
    reply: z.literal(true),
    change: '解除限制处理',
    record: 'studentId',
    stepUp: 'fresh',
  }),
  /** The identity that is held of an erased student. */
  held: endpoint({
    title: '查看留存的身份信息',
    method: 'POST',
    path: `${base}/held`,
    access,
    input: z.object({ studentId, reason: revealReason }),
    reply: z.object({
      name: z.string().nullable(),
      phone: z.string().nullable(),
      idNumber: z.string().nullable(),
    }),
    change: '查看留存的身份信息',
    record: 'studentId',
    stepUp: 'fresh',
    secret: ['name', 'phone', 'idNumber'],
  }),
}
