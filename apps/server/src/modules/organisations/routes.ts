import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { classroomPage } from './classroom.queries.ts'
import * as classrooms from './classroom.service.ts'
import { exportClassrooms, exportSchools, exportServicePoints } from './export.ts'
import { organisationPage } from './list.queries.ts'
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
  routes(app, services) {
    implement(app, services, 'organisations', contract.organisations, {
      list: (input, { db, scope }) => listOrganisations(db, scope, { ids: input.organIds, type: input.type }),
      schools: (input, { db, scope }) =>
        listOrganisations(db, scope, { ids: input.schoolIds, type: input.type ?? 'school' }),
      tree: async (_input, { db, scope }) => treeOf(await listOrganisations(db, scope, {})),
      schoolPage: async (input, { db, scope }) => {
        const { rows, total } = await organisationPage(db, scope, 'school', input)
        return toPage(rows, total, input)
      },
      schoolExport: (input, { db, scope }) => exportSchools(db, scope, input),
      servicePointPage: async (input, { db, scope }) => {
        const { rows, total } = await organisationPage(db, scope, 'servicePoint', input)
        return toPage(rows, total, input)
      },
      servicePointExport: (input, { db, scope }) => exportServicePoints(db, scope, input),
      detail: ({ organizationId }, { db, scope }) => service.requireOrganisation(db, scope, organizationId),
      schoolInfo: ({ organizationId }, { db, scope }) => service.schoolInfo(db, scope, organizationId),
      below: ({ organizationId }, { db, scope }) => service.below(db, scope, organizationId),
      addSchool: (input, call) => service.addSchool(call, input),
      addServicePoint: (input, call) => service.addServicePoint(services, call, input),
      modify: (input, call) => service.modify(services, call, input),
      setEnabled: (input, call) => service.setEnabled(call, input),
      usage: ({ organizationId }, { db, scope }) => service.usage(db, scope, organizationId),

      classroomsOfOrganisation: (input, { db, scope }) => listClassrooms(db, scope, { organ: input.organId }),
      classroomsOfSchool: (input, { db, scope }) => listClassrooms(db, scope, { school: input.schoolId }),
      classroomAddress: async ({ roomId }, { db, scope }) => {
        const { ip } = await classrooms.requireClassroom(db, scope, roomId)
        return { roomId, ip }
      },
      classroomPage: async (input, { db, scope }) => {
        const { rows, total } = await classroomPage(db, scope, input)
        return toPage(rows, total, input)
      },
      classroomExport: (input, { db, scope }) => exportClassrooms(db, scope, input),
      addClassroom: (input, call) => classrooms.addClassroom(call, input),
      modifyClassroom: (input, call) => classrooms.modifyClassroom(services, call, input),
      classroomUsage: ({ roomId }, { db, scope }) => classrooms.classroomUsage(db, scope, roomId),
      setClassroomEnabled: (input, call) => classrooms.setClassroomEnabled(call, input),
    })
  },
}
