import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filter, id, instant, searchText, text } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { column, listColumns } from '../lists.ts'
import { fileOf, page, paging } from '../paging.ts'
import { enrolmentState, enrolmentStates } from '../people/students/studentShapes.ts'
import { consentBases, consentFields, consentMethods } from './consentShapes.ts'

/** What a student's newest consent is at. */
export const consentStates = { given: '已同意', withdrawn: '已撤回', missing: '未登记' } as const
export type ConsentState = keyof typeof consentStates

const consentRow = z.object({
  studentId: z.int(),
  studentName: z.string(),
  schoolName: z.string(),
  enrolment: enrolmentState,
  state: choice(consentStates),
  noticeVersion: z.int().nullable(),
  consentBasis: choice(consentBases).nullable(),
  idNumberSeparate: z.boolean().nullable(),
  guardianConsents: z.boolean().nullable(),
  consentMethod: choice(consentMethods).nullable(),
  recordedAt: instant.nullable(),
  recordedBy: z.string().nullable(),
  withdrawnAt: instant.nullable(),
  /** Why nothing is entered of them any more; null: they are there. */
  notRecorded: z.string().nullable(),
})
export type ConsentRow = z.output<typeof consentRow>
export const consentList = listColumns(consentRow, {
  studentName: column.text('学员', { widest: 160 }),
  state: column.choice('同意状态', consentStates),
  noticeVersion: column.number('告知书版本'),
  consentBasis: column.choice('处理依据', consentBases),
  idNumberSeparate: column.yesNo('身份证号单独同意'),
  guardianConsents: column.yesNo('监护人同意', { optional: true }),
  consentMethod: column.choice('同意方式', consentMethods),
  recordedAt: column.time('登记时间'),
  recordedBy: column.text('登记人', { widest: 140 }),
  withdrawnAt: column.time('撤回时间', { optional: true }),
  schoolName: column.text('驾校', { widest: 200 }),
  enrolment: column.choice('学籍', enrolmentStates, { optional: true }),
})

const consentFilter = {
  paramValue: searchText,
  state: label('同意状态', filter(choice(consentStates))),
  enrolment: label('学籍', filter(enrolmentState)),
  /** A number in an address is text. */
  noticeVersion: label('告知书版本', filter(id)),
}

const base = '/privacy/api/consent'
const access = ['system:privacy'] as const
const studentId = label('学员', id)

/** 告知与同意: what students agreed to, each with their newest consent. */
export const consents = {
  list: endpoint({
    title: '告知同意',
    method: 'GET',
    path: `${base}/list`,
    access,
    input: z.object({ ...paging, ...consentFilter }),
    reply: page(consentRow),
    columns: consentList,
  }),
  export: fileOf(
    'list',
    { title: '导出告知同意', stepUp: 'recent', path: `${base}/export`, access },
    consentFilter,
  ),
  record: endpoint({
    title: '登记同意',
    method: 'POST',
    path: `${base}/record`,
    access,
    input: z.object({ studentId, ...consentFields }),
    reply: z.object({ consentId: z.int() }),
    change: '登记同意',
    record: 'studentId',
  }),
  /** Their data is kept and not used from then on, as after a request for it (`privacyRequests`). */
  withdraw: endpoint({
    title: '撤回同意',
    method: 'POST',
    path: `${base}/withdraw`,
    access,
    input: z.object({ studentId, reason: label('撤回说明', text(200)) }),
    reply: z.literal(true),
    change: '撤回同意',
    record: 'studentId',
  }),
}
