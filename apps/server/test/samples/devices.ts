import { errors } from '@drivesim/contract'
import { makeLabel } from '../../src/modules/devices/devices/label.service.ts'
import { systemScope } from '../../src/platform/auth/scope.ts'
import type { TestApp } from '../app.ts'
import { none, samplesOf } from '../domainSamples.ts'
import { setState } from '../facts.ts'
import type { Place } from '../place.ts'

const filter = ({ organ, room, sn }: Place) => ({
  organId: organ,
  schoolId: organ,
  roomId: room,
  simulatorNum: sn,
})
const schoolId = ({ organ }: Place) => ({ schoolId: organ })
const one = ({ simulator }: Place) => ({ simulatorId: simulator })
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
      "update simulator_state set last_seen_at = now() + interval '1 hour' where simulator_id = $1",
      [simulator],
    )
    const label = { simulatorId: simulator, baseUrl: 'http://localhost', dataKeys }
    const { url } = await makeLabel(db, systemScope, label)
    return { check: new URL(url).searchParams.get('c') ?? '' }
  },
  {
    list: { input: filter, foreign: 'nothing' },
    find: none,
    export: { input: filter, foreign: 'nothing' },
    baseInfo: { input: one },
    usingInfo: { input: ids => ({ ...one(ids), startDate: days.beginDate, endDate: days.endDate }) },
    latestWeekInfo: { input: one },
    schoolUse: { input: schoolId },
    schoolUsePage: { input: schoolId },
    schoolUseExport: { input: schoolId },
    sessions: { input: one },
    sessionExport: { input: one },
    faults: { input: one },
    faultExport: { input: one },
    intervals: { input: one },
    commands: { input: one },
    communication: { input: one },
    add: {
      input: ids => ({ simulatorName: '矩阵设备', simulatorNum: 'MATRIX-1', ...place(ids) }),
      alone: roomId,
    },
    modify: {
      input: ids => ({ ...form(ids), ...one(ids) }),
      alone: { ...roomId, simulatorNum: errors.snFixed },
    },
    addOrUpdate: {
      input: ids => ({ ...form(ids), ...one(ids) }),
      alone: { ...roomId, simulatorNum: errors.snFixed },
    },
    move: { input: ids => ({ ...one(ids), ...place(ids) }), alone: roomId },
    setEnabled: { input: ids => ({ ...one(ids), enabled: false }) },
    renewKey: { input: one },
    command: { input: ids => ({ ...one(ids), command: 'lock' }) },
    qrCode: { input: one },
    ofLabel: { input: ({ sn, check }) => ({ simulatorNum: sn, check }) },
    offlineDefaults: none,
    organisations: none,
    states: none,
    choices: { input: () => ({ queryTypes: ['organ', 'room', 'state', 'model'] }), foreign: 'nothing' },
    maps: none,
    cars: none,
    usingRecords: { input: ids => ({ ...one(ids), ...days }) },
  },
)
