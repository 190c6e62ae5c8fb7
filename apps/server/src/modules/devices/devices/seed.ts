import { dayStart } from '@drivesim/contract/businessDay'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, instants, integers, text } from '../../../platform/postgres/columns.ts'

/** The simulators; what they do is telemetry's. */
export const devicesSeed: SeedPart = {
  fill: (db, { simulators }) =>
    insertColumns(db, 'simulator', {
      id: ids(simulators.map(simulator => simulator.id)),
      sn: text(simulators.map(simulator => simulator.sn)),
      name: text(simulators.map(simulator => simulator.name)),
      organ_id: ids(simulators.map(simulator => simulator.organId)),
      room_id: ids(simulators.map(simulator => simulator.roomId)),
      seat: integers(simulators.map(simulator => simulator.seat)),
      headset_ip: { type: 'inet', values: simulators.map(simulator => simulator.headsetIp) },
      bind_num: text(simulators.map(simulator => simulator.bindNum)),
      car_num: text(simulators.map(simulator => simulator.carNum)),
      model: text(simulators.map(simulator => simulator.model)),
      software: text(simulators.map(simulator => simulator.software)),
      installed_at: { type: 'date', values: simulators.map(simulator => simulator.installedDay) },
      warranty_until: { type: 'date', values: simulators.map(simulator => simulator.warrantyDay) },
      key_hash: { type: 'bytea', values: simulators.map(simulator => simulator.keyHash) },
      created_at: instants(simulators.map(simulator => dayStart(simulator.installedDay))),
    }),
}
