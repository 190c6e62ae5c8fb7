import { coachStates, enrolment } from '@drivesim/contract'
import { noteOf } from '../../../platform/parts.ts'
import { searchPart } from '../../../platform/searchPart.ts'
import { coaches } from './coach.queries.ts'

export const coachSearch = searchPart({
  kind: 'coach',
  label: '教练',
  access: enrolment.coaches.access,
  by: ['name', 'phone'],
  path: '/enroll/coach',
  page: coaches.page,
  show: ({ id, name, phone, schoolName, state }, listOf) => ({
    id,
    title: name,
    note: noteOf(phone, schoolName, coachStates[state]),
    to: listOf(name),
  }),
})
