import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const schoolId = ({ organ }: Place) => ({ schoolId: organ })

export const samples = samplesOf(
  'feedbacks',
  (app: TestApp, { mark, organ, student }: Place) =>
    insertIds(
      app,
      ['feedback', 'signUp'],
      `with signed as (
         insert into sign_up (school_id, name, phone, gear_type) values ($1, $2 || '-报名', '13800000000', 'C1') returning id
       ),
       said as (
         insert into feedback (school_id, student_id, content) values ($1, $3, $2 || '-反馈') returning id
       )
       select said.id as feedback, signed.id as "signUp" from said, signed`,
      [organ, mark, student],
    ),
  {
    signUps: { input: schoolId, foreign: 'nothing' },
    signUpExport: { input: schoolId, foreign: 'nothing' },
    revealSignUp: { input: ({ signUp }) => ({ id: signUp, reason: '核对电话' }) },
    list: { input: schoolId, foreign: 'nothing' },
    export: { input: schoolId, foreign: 'nothing' },
    remove: { input: ({ feedback }) => ({ id: feedback }) },
  },
)
