import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, integers, text } from '../../../platform/postgres/columns.ts'

/** The platform, its schools with their service points, and the classrooms. */
export const organisationsSeed: SeedPart = {
  always: true,
  async fill(db, { organisations, classrooms }) {
    await insertColumns(db, 'organisation', {
      id: ids(organisations.map(organisation => organisation.id)),
      name: text(organisations.map(organisation => organisation.name)),
      type: text(organisations.map(organisation => organisation.type)),
      parent_id: ids(organisations.map(organisation => organisation.parentId)),
      province_code: text(organisations.map(organisation => organisation.provinceCode)),
      city_code: text(organisations.map(organisation => organisation.cityCode)),
      address: text(organisations.map(organisation => organisation.address)),
      contact: text(organisations.map(organisation => organisation.contact)),
      phone: text(organisations.map(organisation => organisation.phone)),
    })
    await insertColumns(db, 'classroom', {
      id: ids(classrooms.map(classroom => classroom.id)),
      organ_id: ids(classrooms.map(classroom => classroom.organId)),
      name: text(classrooms.map(classroom => classroom.name)),
      address: text(classrooms.map(classroom => classroom.address)),
      opens_at: { type: 'time', values: classrooms.map(classroom => clock(classroom.opensAt)) },
      closes_at: { type: 'time', values: classrooms.map(classroom => clock(classroom.closesAt)) },
      seats: integers(classrooms.map(classroom => classroom.seats)),
      network_address: { type: 'inet', values: classrooms.map(classroom => classroom.network) },
    })
  },
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
