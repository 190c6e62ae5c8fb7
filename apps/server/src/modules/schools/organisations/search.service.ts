import { organisations } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../../platform/parts.ts'
import { searchPart } from '../../../platform/searchPart.ts'
import { classrooms } from './classroom.queries.ts'
import { schools, schoolsIn, servicePoints } from './list.queries.ts'

const rooms = '/institution/classroomManagement'

/** Schools have a page; points and classrooms are shown by their lists. */
export const organisationSearch: readonly SearchPart[] = [
  searchPart({
    kind: 'school',
    label: '驾校',
    access: organisations.schoolPage.access,
    by: ['name'],
    path: '/institution/drivingManagement',
    page: schools.page,
    ofIds: ({ db, scope }, ids) => schoolsIn(db, scope, ids),
    show: ({ organizationId, name, area }) => ({
      id: organizationId,
      title: name,
      note: noteOf(area),
      to: `/institution/schoolDetail?organizationId=${organizationId}`,
    }),
  }),
  searchPart({
    kind: 'servicePoint',
    label: '服务点',
    access: organisations.servicePointPage.access,
    by: ['name'],
    path: '/institution/seviceManagement',
    page: servicePoints.page,
    show: ({ organizationId, name, area }, listOf) => ({
      id: organizationId,
      title: name,
      note: noteOf(area),
      to: listOf(name),
    }),
  }),
  searchPart({
    kind: 'classroom',
    label: '教室',
    access: organisations.classroomPage.access,
    by: ['name'],
    path: rooms,
    page: classrooms.page,
    show: ({ roomId, roomName, organId, organName, address }) => ({
      id: roomId,
      title: roomName,
      note: noteOf(organName, address),
      to: `${rooms}?${new URLSearchParams({ organId: String(organId), paramValue: roomName })}`,
    }),
  }),
]
