import { z } from 'zod'
import { bulkKind } from '../../bulk.ts'
import { endpoint } from '../../endpoint.ts'
import {
  filter,
  id,
  mobilePhone,
  optionalText,
  requireReason,
  schoolId,
  searchText,
  version,
} from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { sortWords } from '../../lists.ts'
import { fileOf, page, pagingByPage, sorting } from '../../paging.ts'
import { consentGiven } from '../../privacy/consentShapes.ts'
import { revealCall, revealReason } from '../../reveals.ts'
import {
  applicantList,
  applicantRow,
  applicationState,
  bindingList,
  bindingRow,
  bindingStates,
  boundSimulatorRow,
  coachFields,
  coachForm,
  coachList,
  coachRow,
  coachState,
  configFields,
  configList,
  configRow,
  configState,
  enrolmentConfigForm,
  priceRange,
  validRange,
} from './enrolmentShapes.ts'

const base = '/cgs/enroll/mgr_api'

const search = { paramValue: searchText, schoolId: filter(schoolId) }
const configFilter = { ...search, state: label('状态', filter(configState)) }
const coachFilter = { ...search, state: label('状态', filter(coachState)) }
const applicantFilter = { ...search, state: label('状态', filter(applicationState)) }
const bindingFilter = { ...search, bound: label('绑定情况', filter(choice(bindingStates))) }
const read = { access: 'signedIn', envelope: 'err_code' } as const
const write = { access: ['enroll:edit'], envelope: 'err_code' } as const
const reveal = { ...revealCall, access: ['student:reveal'], envelope: 'err_code' } as const
const configId = label('招生配置', id)
const coachId = label('教练', id)
const applicantId = label('招生学员', id)
const done = z.object({ id: z.int() })

/** 招生 (spec §7 "Enrolment"). This back end answers `err_code`, `err_msg`, `data`. */
export const enrolment = {
  configs: endpoint({
    ...read,
    title: '招生配置列表',
    forKeys: 'read',
    method: 'GET',
    path: `${base}/config/list`,
    input: z.object({ ...pagingByPage, ...configFilter }),
    reply: page(configRow),
    columns: configList,
  }),
  configExport: fileOf(
    'configs',
    { ...read, title: '导出招生配置', forKeys: 'read', path: `${base}/config/export` },
    configFilter,
  ),
  addConfig: endpoint({
    ...write,
    title: '新增招生配置',
    method: 'POST',
    path: `${base}/config/create`,
    input: enrolmentConfigForm,
    reply: done,
    change: '新增招生配置',
  }),
  modifyConfig: endpoint({
    ...write,
    title: '修改招生配置',
    method: 'POST',
    path: `${base}/config/update`,
    input: z
      .object({ id: configId, version, ...configFields })
      .superRefine(...validRange)
      .superRefine(...priceRange),
    reply: done,
    change: '修改招生配置',
    record: 'id',
  }),
  /** Refused while applications hang on it: disable it then. */
  removeConfig: endpoint({
    ...write,
    title: '删除招生配置',
    method: 'POST',
    path: `${base}/config/delete`,
    input: z.object({ id: configId }),
    reply: done,
    change: '删除招生配置',
    record: 'id',
  }),
  /** The coaches and simulators that serve a configuration; lists replace what was bound. Those of another school are refused. */
  bindConfig: endpoint({
    ...write,
    title: '绑定教练与设备',
    method: 'POST',
    path: `${base}/config/bind`,
    input: z.object({
      configId,
      coachIds: label('教练', z.array(id).max(200).default([])),
      simulatorIds: label('设备', z.array(id).max(500).default([])),
    }),
    reply: done,
    change: '绑定教练与设备',
    record: 'configId',
  }),
  coaches: endpoint({
    ...read,
    title: '教练列表',
    forKeys: 'read',
    method: 'GET',
    path: `${base}/coach/list`,
    input: z.object({ ...pagingByPage, ...coachFilter }),
    reply: page(coachRow),
    columns: coachList,
  }),
  coachExport: fileOf(
    'coaches',
    { ...read, title: '导出教练', stepUp: 'recent', path: `${base}/coach/export` },
    coachFilter,
  ),
  coachesForAll: endpoint({
    ...read,
    title: '可选教练',
    forKeys: 'read',
    method: 'GET',
    path: `${base}/coach/list_for_all`,
    input: z.object({ schoolId: filter(schoolId) }),
    reply: z.array(z.object({ id: z.int(), name: z.string(), schoolId: z.int() })),
  }),
  addCoach: endpoint({
    ...write,
    title: '新增教练',
    method: 'POST',
    path: `${base}/coach/create`,
    input: coachForm,
    reply: done,
    change: '新增教练',
  }),
  modifyCoach: endpoint({
    ...write,
    title: '修改教练',
    method: 'POST',
    path: `${base}/coach/update`,
    // The phone is masked where it is read: what is left empty stays as it is.
    input: z.object({ id: coachId, version, ...coachFields, phone: label('手机号', filter(mobilePhone)) }),
    reply: done,
    change: '修改教练',
    record: 'id',
  }),
  removeCoach: endpoint({
    ...write,
    title: '删除教练',
    method: 'POST',
    path: `${base}/coach/delete`,
    input: z.object({ id: coachId }),
    reply: done,
    change: '删除教练',
    record: 'id',
  }),
  revealCoach: endpoint({
    ...reveal,
    title: '查看教练手机号',
    path: `${base}/coach/reveal`,
    input: z.object({ id: coachId, reason: revealReason }),
    change: '查看教练手机号',
    stepUp: 'recent',
    record: 'id',
  }),
  /** Those who wait first, the longest wait at the top; then the decided, newest first. */
  applicants: endpoint({
    ...read,
    title: '招生学员列表',
    forKeys: 'read',
    method: 'GET',
    path: `${base}/student/list`,
    input: z.object({ ...pagingByPage, ...applicantFilter, ...sorting(sortWords(applicantList)) }),
    reply: page(applicantRow),
    columns: applicantList,
  }),
  applicantExport: fileOf(
    'applicants',
    { ...read, title: '导出招生学员', stepUp: 'recent', path: `${base}/student/export` },
    applicantFilter,
  ),
  /** Accepting makes the student and their enrolment, once; refusing needs a reason. */
  confirm: endpoint({
    ...write,
    title: '确认招生学员',
    method: 'POST',
    path: `${base}/student/confirm`,
    input: z
      .object({
        id: applicantId,
        accept: label('处理结果', z.boolean()),
        reason: label('拒绝的原因', optionalText(200)),
        /** Missing: what they agreed to in the school's app. */
        consent: consentGiven,
      })
      .superRefine(requireReason('请填写拒绝的原因')),
    reply: done,
    change: '确认招生学员',
    record: 'id',
  }),
  /** The applicant does not want any more; the reason may be left out. */
  cancel: endpoint({
    ...write,
    title: '取消招生报名',
    method: 'POST',
    path: `${base}/student/cancel`,
    input: z.object({ id: applicantId, reason: label('取消的原因', optionalText(200)) }),
    reply: done,
    change: '取消招生报名',
    record: 'id',
  }),
  revealApplicant: endpoint({
    ...reveal,
    title: '查看招生学员手机号',
    path: `${base}/student/reveal`,
    input: z.object({ id: applicantId, reason: revealReason }),
    change: '查看招生学员手机号',
    stepUp: 'recent',
    record: 'id',
  }),
  simulatorsForAll: endpoint({
    ...read,
    title: '可绑定设备',
    forKeys: 'read',
    method: 'GET',
    path: `${base}/simulator/list_for_all`,
    input: z.object({ schoolId: filter(schoolId) }),
    reply: z.array(bindingRow),
  }),
  /** 设备绑定: which simulators serve which configuration and coach. */
  simulators: endpoint({
    ...read,
    title: '设备绑定列表',
    forKeys: 'read',
    method: 'GET',
    path: `${base}/simulator/list`,
    input: z.object({ ...pagingByPage, ...bindingFilter }),
    reply: page(boundSimulatorRow),
    columns: bindingList,
  }),
  simulatorExport: fileOf(
    'simulators',
    { ...read, title: '导出设备绑定', forKeys: 'read', path: `${base}/simulator/export` },
    bindingFilter,
  ),
}

/** What may be done to many applications at once. */
export const enrolmentBulk = {
  confirm: bulkKind({
    kind: 'enrolment.confirm',
    codes: enrolment.confirm.access,
    list: { codes: [], filter: enrolment.applicantExport.input.strict() },
    /** Of all of them; missing: what each agreed to in the school's app. */
    input: z.object({ consent: consentGiven }),
    label: () => '确认报名',
  }),
}
