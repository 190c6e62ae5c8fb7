import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { option, queryTypes } from '../../fields.ts'
import { choice } from '../../labels.ts'
import { offlineDefaults, simulatorState } from './deviceShapes.ts'

const deviceQuestions = { organ: '机构', room: '教室', state: '状态', model: '型号' } as const

/** What forms and filters of simulators offer: part of the calls of `devices`. */
export const deviceChoices = {
  offlineDefaults: endpoint({
    title: '离线提醒默认配置',
    method: 'GET',
    path: '/device/public/simulator/offLineDefaultConfig',
    access: 'signedIn',
    reply: offlineDefaults,
  }),
  organisations: endpoint({
    title: '有设备的机构',
    forKeys: 'read',
    method: 'GET',
    path: '/device/public/simulator/organ',
    access: 'signedIn',
    reply: z.array(z.object({ organizationId: z.int(), name: z.string() })),
  }),
  states: endpoint({
    title: '设备状态字典',
    forKeys: 'read',
    method: 'GET',
    path: '/device/public/simulator/state',
    access: 'signedIn',
    reply: z.array(z.object({ stateId: simulatorState, stateName: z.string() })),
  }),
  choices: endpoint({
    title: '设备查询条件',
    forKeys: 'read',
    method: 'POST',
    path: '/device/public/simulator/queryCon',
    access: 'signedIn',
    input: z.object({ queryTypes: queryTypes(deviceQuestions) }),
    reply: z.partialRecord(choice(deviceQuestions), z.array(option)),
  }),

  maps: endpoint({
    title: '训练场景',
    forKeys: 'read',
    method: 'GET',
    path: '/cgs/api/device/get_dm_maps',
    access: 'signedIn',
    reply: z.array(z.object({ mapId: z.int(), mapName: z.string(), subject: z.string() })),
  }),
  cars: endpoint({
    title: '绑定车辆',
    forKeys: 'read',
    method: 'GET',
    path: '/cgs/api/device/get_dm_cars',
    access: 'signedIn',
    reply: z.array(z.object({ carId: z.int(), bindNum: z.string().nullable(), carNum: z.string() })),
  }),
}
