import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

export const samples = samplesOf(
  'privacyRequests',
  (app: TestApp, { me, student, mark }: Place) =>
    insertIds(
      app,
      ['request'],
      `insert into privacy_request (kind, student_id, wish, proof, asked_by, due_on)
       values ('access', $1, $2, 'inPerson', $3, current_date) returning id as request`,
      [student, `${mark} 查看`, me],
    ),
  {
    list: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
    export: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
    add: {
      input: ({ student }) => ({
        studentId: student,
        kind: 'correct',
        wish: '改正姓名',
        proof: 'callBack',
      }),
    },
    decide: {
      input: ({ request }) => ({ requestId: request, accept: true, answer: '已提供' }),
    },
  },
)
