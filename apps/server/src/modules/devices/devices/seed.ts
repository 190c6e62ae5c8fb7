import { dayStart } from '@drivesim/contract/businessDay'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, instants, text, whole } from '../../../platform/postgres/columns.ts'

/** The simulators; what they do is telemetry's. */
export const devicesSeed: SeedPart = {
  fill: (db, { simulators }) =>
    insertColumns(db, 'simulator', {
      id: ids(simulators.map(one => one.id)),
      sn: text(simulators.map(one => one.sn)),
      name: text(simulators.map(one => one.name)),
      organ_id: ids(simulators.map(one => one.organId)),
      room_id: ids(simulators.map(one => one.roomId)),
      seat: whole(simulators.map(one => one.seat)),
      headset_ip: { type: 'inet', values: simulators.map(one => one.headsetIp) },
      bind_num: text(simulators.map(one => one.bindNum)),
      car_num: text(simulators.map(one => one.carNum)),
      model: text(simulators.map(one => one.model)),
      software: text(simulators.map(one => one.software)),
      installed_at: { type: 'date', values: simulators.map(one => one.installedDay) },
      warranty_until: { type: 'date', values: simulators.map(one => one.warrantyDay) },
      key_hash: { type: 'bytea', values: simulators.map(one => one.keyHash) },
      created_at: instants(simulators.map(one => dayStart(one.installedDay))),
    }),
}
