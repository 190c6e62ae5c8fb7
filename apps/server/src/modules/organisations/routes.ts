import { contract } from '@drivesim/contract'
import type { Module } from '../../platform/house.ts'
import { implement } from '../../platform/implement.ts'
import { listClassrooms, listOrganisations } from './queries.ts'

export const organisationsModule: Module = {
  routes(app, house) {
    implement(app, house, 'organisations', contract.organisations, {
      list: (input, { db, scope }) => listOrganisations(db, scope, { ids: input.organIds, type: input.type }),
      schools: (input, { db, scope }) =>
        listOrganisations(db, scope, { ids: input.schoolIds, type: input.type ?? 'school' }),
      classroomsOfOrganisation: (input, { db, scope }) => listClassrooms(db, scope, { organ: input.organId }),
      classroomsOfSchool: (input, { db, scope }) => listClassrooms(db, scope, { school: input.schoolId }),
    })
  },
}
