import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, text, whole } from '../../../platform/postgres/columns.ts'

/** The platform, its schools with their service points, and the classrooms. */
export const organisationsSeed: SeedPart = {
  always: true,
  async fill(db, { organisations, classrooms }) {
    await insertColumns(db, 'organisation', {
      id: ids(organisations.map(one => one.id)),
      name: text(organisations.map(one => one.name)),
      type: text(organisations.map(one => one.type)),
      parent_id: ids(organisations.map(one => one.parentId)),
      province_code: text(organisations.map(one => one.provinceCode)),
      city_code: text(organisations.map(one => one.cityCode)),
      address: text(organisations.map(one => one.address)),
      contact: text(organisations.map(one => one.contact)),
      phone: text(organisations.map(one => one.phone)),
    })
    await insertColumns(db, 'classroom', {
      id: ids(classrooms.map(one => one.id)),
      organ_id: ids(classrooms.map(one => one.organId)),
      name: text(classrooms.map(one => one.name)),
      address: text(classrooms.map(one => one.address)),
      opens_at: { type: 'time', values: classrooms.map(one => clock(one.opensAt)) },
      closes_at: { type: 'time', values: classrooms.map(one => clock(one.closesAt)) },
      seats: whole(classrooms.map(one => one.seats)),
      network_address: { type: 'inet', values: classrooms.map(one => one.network) },
    })
  },
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
