import { organisations } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../platform/parts.ts'
import { searchPart } from '../../platform/searchPart.ts'
import { classroomPage } from './classroom.queries.ts'
import { organisationPage } from './list.queries.ts'

const rooms = '/institution/classroomManagement'

/** Schools have a page; points and classrooms are shown by their lists. */
export const organisationSearch: readonly SearchPart[] = [
  searchPart({
    kind: 'school',
    label: '驾校',
    access: organisations.schoolPage.access,
    by: ['name'],
    path: '/institution/drivingManagement',
    page: ({ db, scope }, filter, paging) => organisationPage(db, scope, 'school', { ...filter, ...paging }),
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
    page: ({ db, scope }, filter, paging) =>
      organisationPage(db, scope, 'servicePoint', { ...filter, ...paging }),
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
    page: ({ db, scope }, filter, paging) => classroomPage(db, scope, { ...filter, ...paging }),
    show: ({ roomId, roomName, organId, organName, address }) => ({
      id: roomId,
      title: roomName,
      note: noteOf(organName, address),
      to: `${rooms}?${new URLSearchParams({ organId: String(organId), paramValue: roomName })}`,
    }),
  }),
]
