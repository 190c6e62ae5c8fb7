import { classroomList, contract, schoolList, servicePointList } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { classrooms } from './classroom.queries.ts'
import * as rooms from './classroom.service.ts'
import { organisationEvents } from './events.service.ts'
import { schools, servicePoints } from './list.queries.ts'
import { organisationNames } from './names.ts'
import { listClassrooms, listOrganisations } from './queries.ts'
import { organisationSearch } from './search.service.ts'
import { organisationsSeed } from './seed.ts'
import * as service from './service.ts'
import { treeOf } from './tree.rules.ts'

export const organisationsModule: Module = {
  logNames: [organisationNames],
  seed: [organisationsSeed],
  search: organisationSearch,
  events: [organisationEvents],
  routes(app, services) {
    implement({ app, services }, 'organisations', contract.organisations, {
      list: (input, { db, scope }) => listOrganisations(db, scope, { ids: input.organIds, type: input.type }),
      schools: (input, { db, scope }) =>
        listOrganisations(db, scope, { ids: input.schoolIds, type: input.type ?? 'school' }),
      tree: async (_input, { db, scope }) => treeOf(await listOrganisations(db, scope, {})),
      schoolPage: pages(schools),
      schoolExport: files('驾校列表', schools, fileColumns(schoolList, {})),
      servicePointPage: pages(servicePoints),
      servicePointExport: files('服务点列表', servicePoints, fileColumns(servicePointList, {})),
      info: ({ organizationId: organId }, { db, scope }) => service.requireOrganisation(db, scope, organId),
      schoolInfo: ({ organizationId: organId }, { db, scope }) => service.schoolInfo(db, scope, organId),
      below: ({ organizationId: organId }, { db, scope }) => service.below(db, scope, organId),
      addSchool: (input, call) => service.addSchool(call, input),
      addServicePoint: (input, call) => service.addServicePoint(services, call, input),
      modify: (input, call) => service.modify(services, call, input),
      setEnabled: (input, call) => service.setEnabled(call, input),
      usage: ({ organizationId: organId }, { db, scope }) => service.usage(db, scope, organId),

      classroomsOfOrganisation: (input, { db, scope }) => listClassrooms(db, scope, { organ: input.organId }),
      classroomsOfSchool: (input, { db, scope }) => listClassrooms(db, scope, { school: input.schoolId }),
      classroomAddress: async ({ roomId }, { db, scope }) => {
        const { ip } = await rooms.requireClassroom(db, scope, roomId)
        return { roomId, ip }
      },
      classroomPage: pages(classrooms),
      classroomExport: files('教室列表', classrooms, fileColumns(classroomList, {})),
      addClassroom: (input, call) => rooms.addClassroom(call, input),
      modifyClassroom: (input, call) => rooms.modifyClassroom(services, call, input),
      classroomUsage: ({ roomId }, { db, scope }) => rooms.classroomUsage(db, scope, roomId),
      setClassroomEnabled: (input, call) => rooms.setClassroomEnabled(call, input),
    })
  },
}
