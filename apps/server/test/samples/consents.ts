import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const studentId = ({ student }: Place) => ({ studentId: student })

export const samples = samplesOf(
  'consents',
  (app: TestApp, { me, student }: Place) =>
    insertIds(
      app,
      ['consent'],
      // Whose name stands at a notice is seen by everybody: nobody's of the other organisation.
      `with published as (
         insert into privacy_notice (version, text, sha256, published_by)
         select version, '告知书', repeat('0', 64), (select min(id) from member) from generate_series(1, 2) version
         on conflict do nothing
       )
       insert into consent (student_id, notice_version, basis, separate, guardian_consents, method, recorded_by)
       values ($1, 1, 'consent', true, false, 'paper', $2) returning id as consent`,
      [student, me],
    ),
  {
    list: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
    export: { input: ({ mark }) => ({ paramValue: mark }), foreign: 'nothing' },
    record: { input: ids => ({ ...studentId(ids), noticeVersion: 2 }) },
    withdraw: { input: ids => ({ ...studentId(ids), reason: '本人到校提出' }) },
  },
)
