import { type OrganisationType, organisations } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../platform/parts.ts'
import { classroomPage } from './classroom.queries.ts'
import { organisationPage } from './list.queries.ts'

const listOf = (path: string) => (text: string) => `${path}?${new URLSearchParams({ paramValue: text })}`
const points = listOf('/institution/seviceManagement')
const rooms = listOf('/institution/classroomManagement')

async function find(
  type: OrganisationType,
  pathOf: (id: number, name: string) => string,
  [db, scope, text, most]: Parameters<SearchPart['find']>,
) {
  const { rows, total } = await organisationPage(db, scope, type, {
    paramValue: text,
    pageNum: 0,
    pageSize: most,
  })
  return {
    total,
    rows: rows.map(({ organizationId, name, area }) => ({
      id: organizationId,
      title: name,
      note: noteOf(area),
      to: pathOf(organizationId, name),
    })),
  }
}

/** Schools have a page; points and classrooms are shown by their lists. */
export const organisationSearch: readonly SearchPart[] = [
  {
    kind: 'school',
    label: '驾校',
    access: organisations.schoolPage.access,
    by: ['name'],
    find: (...asked) => find('school', id => `/institution/schoolDetail?organizationId=${id}`, asked),
    list: listOf('/institution/drivingManagement'),
  },
  {
    kind: 'servicePoint',
    label: '服务点',
    access: organisations.servicePointPage.access,
    by: ['name'],
    find: (...asked) => find('servicePoint', (_id, name) => points(name), asked),
    list: points,
  },
  {
    kind: 'classroom',
    label: '教室',
    access: organisations.classroomPage.access,
    by: ['name'],
    async find(db, scope, text, most) {
      const { rows, total } = await classroomPage(db, scope, {
        paramValue: text,
        pageNum: 0,
        pageSize: most,
      })
      return {
        total,
        rows: rows.map(({ roomId, roomName, organId, organName, address }) => ({
          id: roomId,
          title: roomName,
          note: noteOf(organName, address),
          to: `/institution/classroomManagement?${new URLSearchParams({ organId: String(organId), paramValue: roomName })}`,
        })),
      }
    },
    list: rooms,
  },
]
