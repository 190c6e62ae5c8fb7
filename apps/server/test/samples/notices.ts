import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

interface Ids extends Place {
  system: number
  email: number
  sms: number
}
const form = {
  messageType: 'deviceOffline',
  enable: true,
  createLimit: 30,
  ableTimeBegin: '08:00',
  ableTimeEnd: '20:00',
  effectiveTime: 1,
} as const
const devices = ({ system, organ, room, sn }: Ids) => ({
  configId: system,
  organId: organ,
  roomId: room,
  simulatorNum: sn,
})
const nothing = { organId: 'nothing', roomId: 'nothing', simulatorNum: 'nothing' } as const

export const samples = samplesOf(
  'notices',
  (app: TestApp, { me }: Place) =>
    insertIds(
      app,
      ['system', 'email', 'sms'],
      `with made as (
         insert into notice_config (member_id, channel, message_type)
         select $1, channel, 'deviceOffline' from unnest('{system,email,sms}'::text[]) channel returning id, channel
       ) select max(id) filter (where channel = 'system') as system, max(id) filter (where channel = 'email') as email,
           max(id) filter (where channel = 'sms') as sms from made`,
      [me],
    ),
  {
    system: noInput,
    email: noInput,
    sms: noInput,
    saveSystem: { input: ({ system }) => ({ ...form, configId: system }) },
    saveEmail: { input: ({ email }) => ({ ...form, configId: email }) },
    saveSms: { input: ({ sms }) => ({ ...form, configId: sms }) },
    ignoredDevices: { input: devices, alone: nothing },
    otherDevices: { input: devices, alone: nothing },
    stopIgnoring: {
      input: ({ system, simulator }) => ({ configId: system, simulatorId: simulator }),
      alone: { simulatorId: 'nothing' },
    },
    ignore: { input: ({ system, simulator }) => ({ configId: system, simulatorIds: [simulator] }) },
  },
)
