import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const schoolId = ({ organ }: Place) => ({ schoolId: organ })
const ofSchool = { input: schoolId, foreign: 'nothing' } as const
const config = {
  title: '矩阵招生',
  gearType: 'C1',
  classType: 'standard',
  price: 9900,
  validFrom: '2026-01-01',
  validUntil: '2026-12-31',
} as const
const coach = ({ room }: Place) => ({
  name: '矩阵教练',
  phone: '13800000002',
  roomId: room,
  gearTypes: ['C1' as const],
  years: 8,
})

export const samples = samplesOf(
  'enrolment',
  (app: TestApp, { mark, organ }: Place) =>
    insertIds(
      app,
      ['coach', 'config', 'free', 'applicant'],
      `with
         coach as (
           insert into coach (school_id, name, phone, gear_types, years)
           values ($1, $2 || '-教练', '13800000000', '{C1}', 8) returning id
         ),
         config as (
           insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
           values ($1, $2 || '-招生', 'C1', 'standard', 100, '2026-01-01', '2099-01-01') returning id
         ),
         free as (
           insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
           values ($1, $2 || '-无人报名', 'C1', 'standard', 100, '2026-01-01', '2099-01-01') returning id
         ),
         applicant as (
           insert into applicant (config_id, name, phone) select id, $2 || '-申请', '13800000009' from config returning id
         )
       select coach.id as coach, config.id as config, free.id as free, applicant.id as applicant
       from coach, config, free, applicant`,
      [organ, mark],
    ),
  {
    configs: ofSchool,
    configExport: ofSchool,
    addConfig: { input: ids => ({ ...config, ...schoolId(ids) }) },
    modifyConfig: { input: ids => ({ ...config, id: ids.config }) },
    removeConfig: { input: ({ free }) => ({ id: free }) },
    bindConfig: {
      input: ids => ({ configId: ids.config, coachIds: [ids.coach], simulatorIds: [ids.simulator] }),
      alone: { coachIds: errors.coachOfAnotherSchool, simulatorIds: errors.simulatorOfAnotherSchool },
    },
    coaches: ofSchool,
    coachExport: ofSchool,
    coachesForAll: ofSchool,
    addCoach: {
      input: ids => ({ ...coach(ids), ...schoolId(ids) }),
      alone: { roomId: errors.roomOfAnotherSchool },
    },
    modifyCoach: {
      input: ids => ({ ...coach(ids), id: ids.coach }),
      alone: { roomId: errors.roomOfAnotherSchool },
    },
    revealCoach: { input: ids => ({ id: ids.coach, reason: '核对电话' }) },
    removeCoach: { input: ids => ({ id: ids.coach }) },
    applicants: ofSchool,
    applicantExport: ofSchool,
    confirm: { input: ({ applicant }) => ({ id: applicant, accept: true }) },
    cancel: { input: ({ applicant }) => ({ id: applicant }) },
    revealApplicant: { input: ({ applicant }) => ({ id: applicant, reason: '核对电话' }) },
    simulatorsForAll: ofSchool,
    simulators: ofSchool,
    simulatorExport: ofSchool,
  },
)
