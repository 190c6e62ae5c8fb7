import { coachStates, enrolment } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../platform/parts.ts'
import { coachPage } from './coach.queries.ts'

/** A coach has no page: the list with the name shows them. */
const list = (text: string) => `/enroll/coach?${new URLSearchParams({ paramValue: text })}`

export const coachSearch: SearchPart = {
  kind: 'coach',
  label: '教练',
  access: enrolment.coaches.access,
  by: ['name', 'phone'],
  async find(db, scope, text, most) {
    const { rows, total } = await coachPage(db, scope, { paramValue: text }, { pageNum: 0, pageSize: most })
    return {
      total,
      rows: rows.map(({ id, name, phone, schoolName, state }) => ({
        id,
        title: name,
        note: noteOf(phone, schoolName, coachStates[state]),
        to: list(name),
      })),
    }
  },
  list,
}
