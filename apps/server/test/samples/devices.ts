import { errors } from '@drivesim/contract'
import { makeLabel } from '../../src/modules/devices/devices/label.service.ts'
import { systemScope } from '../../src/platform/auth/scope.ts'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { setState } from '../facts.ts'
import type { Place } from '../place.ts'

const filter = ({ organ, room, sn }: Place) => ({
  organId: organ,
  schoolId: organ,
  roomId: room,
  simulatorNum: sn,
})
const schoolId = ({ organ }: Place) => ({ schoolId: organ })
const oneSimulator = ({ simulator }: Place) => ({ simulatorId: simulator })
const place = ({ organ, room }: Place) => ({ organId: organ, roomId: room })
const form = (ids: Place) => ({ simulatorName: '矩阵设备', simulatorNum: ids.sn, ...place(ids) })
const roomId = { roomId: errors.roomNotOfOrganisation }
const days = { beginDate: '2026-10-01', endDate: '2026-10-07' }

export const samples = samplesOf(
  'devices',
  async ({ services }: TestApp, { simulator }: Place) => {
    const { db, pool, dataKeys } = services
    await setState(pool, simulator, { online: true })
    // Taken off the line for its silence amid a call, it would look as if the call had done it.
    await pool.query(
      `insert into simulator_heard (simulator_id, heard_at)
       select unnest(array[0, $1::bigint]), now() + interval '1 hour'
       on conflict (simulator_id) do update set heard_at = excluded.heard_at`,
      [simulator],
    )
    const label = { simulatorId: simulator, baseUrl: 'http://localhost', dataKeys }
    const { url } = await makeLabel(db, systemScope, label)
    return { check: new URL(url).searchParams.get('c') ?? '' }
  },
  {
    list: { input: filter, foreign: 'nothing' },
    find: noInput,
    export: { input: filter, foreign: 'nothing' },
    baseInfo: { input: oneSimulator },
    usingInfo: { input: ids => ({ ...oneSimulator(ids), startDate: days.beginDate, endDate: days.endDate }) },
    latestWeekInfo: { input: oneSimulator },
    schoolUse: { input: schoolId },
    schoolUsePage: { input: schoolId },
    schoolUseExport: { input: schoolId },
    sessions: { input: oneSimulator },
    sessionExport: { input: oneSimulator },
    faults: { input: oneSimulator },
    faultExport: { input: oneSimulator },
    intervals: { input: oneSimulator },
    commands: { input: oneSimulator },
    communication: { input: oneSimulator },
    watch: { input: ids => ({ ...oneSimulator(ids), watching: true }) },
    watched: { input: oneSimulator },
    add: {
      input: ids => ({ simulatorName: '矩阵设备', simulatorNum: 'MATRIX-1', ...place(ids) }),
      alone: roomId,
    },
    import: {
      input: ids => ({
        organId: place(ids).organId,
        devices: [{ simulatorNum: 'MATRIX-2', roomName: '没有的教室' }],
      }),
    },
    modify: {
      input: ids => ({ ...form(ids), ...oneSimulator(ids) }),
      alone: { ...roomId, simulatorNum: errors.snFixed },
    },
    addOrUpdate: {
      input: ids => ({ ...form(ids), ...oneSimulator(ids) }),
      alone: { ...roomId, simulatorNum: errors.snFixed },
    },
    move: { input: ids => ({ ...oneSimulator(ids), ...place(ids) }), alone: roomId },
    setEnabled: { input: ids => ({ ...oneSimulator(ids), enabled: false }) },
    renewKey: { input: oneSimulator },
    command: { input: ids => ({ ...oneSimulator(ids), command: 'lock' }) },
    qrCode: { input: oneSimulator },
    ofLabel: { input: ({ sn, check }) => ({ simulatorNum: sn, check }) },
    offlineDefaults: noInput,
    organisations: noInput,
    states: noInput,
    choices: { input: () => ({ queryTypes: ['organ', 'room', 'state', 'model'] }), foreign: 'nothing' },
    maps: noInput,
    cars: noInput,
    usingRecords: { input: ids => ({ ...oneSimulator(ids), ...days }) },
  },
)
