import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { businessDay, filter, id, instant, mobilePhone, optionalText, text, version } from './fields.ts'
import { page, pageNumber, paging } from './paging.ts'
import { gearType } from './students.ts'

const base = '/cgs/enroll/mgr_api'

/** An application's way: 待确认 → 已确认 / 已拒绝 / 已取消. */
export const applicationStates = {
  waiting: '待确认',
  confirmed: '已确认',
  refused: '已拒绝',
  cancelled: '已取消',
} as const
export type ApplicationState = keyof typeof applicationStates
export const coachStates = { employed: '在职', left: '离职' } as const
export const classTypes = { standard: '普通班', fast: '速成班', vip: 'VIP 班', weekend: '周末班' } as const
const classType = z.enum(['standard', 'fast', 'vip', 'weekend'])
const enabledState = z.enum(['enabled', 'disabled'])

const configRow = z.object({
  id: z.int(),
  schoolId: z.int(),
  schoolName: z.string(),
  title: z.string(),
  gearType: z.string(),
  classType,
  /** Fen. */
  price: z.int(),
  originalPrice: z.int().nullable(),
  contents: z.string().nullable(),
  validFrom: businessDay,
  validUntil: businessDay,
  state: enabledState,
  coachIds: z.array(z.int()),
  simulatorIds: z.array(z.int()),
  applicants: z.int(),
  version: z.int(),
})
export type EnrolmentConfigRow = z.output<typeof configRow>

const configFields = {
  title: text(50),
  gearType,
  classType,
  price: z.int().min(0).max(100_000_000),
  originalPrice: filter(z.int().min(0).max(100_000_000)),
  contents: optionalText(2000),
  validFrom: businessDay,
  validUntil: businessDay,
  state: enabledState.default('enabled'),
}
const validRange = (config: { validFrom: string; validUntil: string }, context: z.RefinementCtx) => {
  if (config.validUntil < config.validFrom)
    context.addIssue({ code: 'custom', path: ['validUntil'], message: '有效期的结束日期不能早于开始日期' })
}
export const enrolmentConfigForm = z.object({ schoolId: id, ...configFields }).superRefine(validRange)

const coachRow = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.string(),
  schoolId: z.int(),
  schoolName: z.string(),
  roomId: z.int().nullable(),
  roomName: z.string().nullable(),
  gearTypes: z.array(z.string()),
  years: z.int(),
  photo: z.string().nullable(),
  state: z.enum(['employed', 'left']),
  version: z.int(),
})
export type CoachRow = z.output<typeof coachRow>
const coachFields = {
  name: text(50),
  phone: mobilePhone,
  roomId: filter(id),
  gearTypes: z.array(gearType).min(1, '请至少选择一种准教车型').max(5),
  years: z.int().min(0).max(60),
  photo: optionalText(200),
  state: z.enum(['employed', 'left']).default('employed'),
}
export const coachForm = z.object({ schoolId: id, ...coachFields })

const applicantRow = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.string(),
  configId: z.int(),
  configTitle: z.string(),
  schoolId: z.int(),
  schoolName: z.string(),
  coachId: z.int().nullable(),
  coachName: z.string().nullable(),
  gearType: z.string(),
  appliedAt: instant,
  state: z.enum(['waiting', 'confirmed', 'refused', 'cancelled']),
  reason: z.string().nullable(),
  /** The student that confirming made. */
  userId: z.int().nullable(),
})
export type ApplicantRow = z.output<typeof applicantRow>

const listInput = {
  page: pageNumber.default(0),
  pageSize: paging.pageSize,
  paramValue: filter(z.string().trim().max(50)),
  schoolId: filter(id),
}
const read = { access: 'signedIn', envelope: 'err_code' } as const
const write = { access: ['enroll:edit'], envelope: 'err_code' } as const
const one = z.object({ id })

/** 招生 (spec §7 "Enrolment", product §7). This back end answers `err_code`, `err_msg`, `data`. */
export const enrolment = {
  configs: endpoint({
    ...read,
    title: '招生配置列表',
    method: 'GET',
    path: `${base}/config/list`,
    input: z.object({ ...listInput, state: filter(enabledState) }),
    reply: page(configRow),
  }),
  createConfig: endpoint({
    ...write,
    title: '新增招生配置',
    method: 'POST',
    path: `${base}/config/create`,
    input: enrolmentConfigForm,
    reply: z.object({ id: z.int() }),
    change: '新增招生配置',
  }),
  updateConfig: endpoint({
    ...write,
    title: '修改招生配置',
    method: 'POST',
    path: `${base}/config/update`,
    input: z.object({ id, version, ...configFields }).superRefine(validRange),
    reply: z.object({ id: z.int() }),
    change: '修改招生配置',
  }),
  /** Refused while applications hang on it: disable it then. */
  deleteConfig: endpoint({
    ...write,
    title: '删除招生配置',
    method: 'POST',
    path: `${base}/config/delete`,
    input: one,
    reply: z.object({ id: z.int() }),
    change: '删除招生配置',
  }),
  /** The coaches and simulators that serve a configuration; lists replace what was bound. Those of another school are refused. */
  bindConfig: endpoint({
    ...write,
    title: '绑定教练与设备',
    method: 'POST',
    path: `${base}/config/bind`,
    input: z.object({
      configId: id,
      coachIds: z.array(id).max(200).default([]),
      simulatorIds: z.array(id).max(500).default([]),
    }),
    reply: z.object({ id: z.int() }),
    change: '绑定教练与设备',
  }),
  coaches: endpoint({
    ...read,
    title: '教练列表',
    method: 'GET',
    path: `${base}/coach/list`,
    input: z.object({ ...listInput, state: filter(z.enum(['employed', 'left'])) }),
    reply: page(coachRow),
  }),
  coachesForAll: endpoint({
    ...read,
    title: '可选教练',
    method: 'GET',
    path: `${base}/coach/list_for_all`,
    input: z.object({ schoolId: filter(id) }),
    reply: z.array(z.object({ id: z.int(), name: z.string(), schoolId: z.int() })),
  }),
  createCoach: endpoint({
    ...write,
    title: '新增教练',
    method: 'POST',
    path: `${base}/coach/create`,
    input: coachForm,
    reply: z.object({ id: z.int() }),
    change: '新增教练',
  }),
  updateCoach: endpoint({
    ...write,
    title: '修改教练',
    method: 'POST',
    path: `${base}/coach/update`,
    input: z.object({ id, version, ...coachFields }),
    reply: z.object({ id: z.int() }),
    change: '修改教练',
  }),
  deleteCoach: endpoint({
    ...write,
    title: '删除教练',
    method: 'POST',
    path: `${base}/coach/delete`,
    input: one,
    reply: z.object({ id: z.int() }),
    change: '删除教练',
  }),
  applicants: endpoint({
    ...read,
    title: '招生学员列表',
    method: 'GET',
    path: `${base}/student/list`,
    input: z.object({
      ...listInput,
      state: filter(z.enum(['waiting', 'confirmed', 'refused', 'cancelled'])),
    }),
    reply: page(applicantRow),
  }),
  /** Accepting makes the student and their enrolment, once; refusing needs a reason. */
  confirm: endpoint({
    ...write,
    title: '确认招生学员',
    method: 'POST',
    path: `${base}/student/confirm`,
    input: z
      .object({ id, accept: z.boolean(), reason: optionalText(200) })
      .superRefine(({ accept, reason }, context) => {
        if (!accept && reason === null)
          context.addIssue({ code: 'custom', path: ['reason'], message: '请填写拒绝的原因' })
      }),
    reply: z.object({ id: z.int() }),
    change: '确认招生学员',
  }),
  simulatorsForAll: endpoint({
    ...read,
    title: '可绑定设备',
    method: 'GET',
    path: `${base}/simulator/list_for_all`,
    input: z.object({ schoolId: filter(id) }),
    reply: z.array(
      z.object({
        simulatorId: z.int(),
        simulatorName: z.string(),
        simulatorNum: z.string(),
        schoolId: z.int(),
        carNum: z.string().nullable(),
        /** Configurations it serves, and the coaches bound with it. */
        configs: z.array(z.object({ id: z.int(), title: z.string(), coaches: z.array(z.string()) })),
      }),
    ),
  }),
}
