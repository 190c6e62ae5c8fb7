import { errors } from '@drivesim/contract'
import type { TestApp } from '../app.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import { insertIds, type Place } from '../place.ts'

const robotId = (ids: { robot: number }) => ({ robotId: ids.robot })
const form = { robotName: '矩阵群', types: ['deviceFault' as const] }
const address = 'https://oapi.dingtalk.com/robot/send?access_token=0123456789'

export const samples = samplesOf(
  'robots',
  async (app: TestApp, { mark, organ, member }: Place) => {
    const { robot } = await insertIds(
      app,
      ['robot'],
      `insert into robot (organ_id, name, kind, types, sealed, address_end, owner_id)
       values ($1, $2 || '-群', 'wecom', '{deviceFault}', '', '0000', $3) returning id as robot`,
      [organ, mark, member],
    )
    const { message } = await insertIds(
      app,
      ['message'],
      `insert into robot_message (robot_id, subject, text, state) values ($1, 'simulator:1', $2 || '-消息', 'failed')
       returning id as message`,
      [robot, mark],
    )
    return { robot, message }
  },
  {
    list: noInput,
    add: { input: ({ organ }) => ({ ...form, organId: organ, address, signingKey: 'SEC' }) },
    modify: { input: ids => ({ ...form, ...robotId(ids), version: 1 }) },
    setEnabled: { input: ids => ({ ...robotId(ids), enabled: false }) },
    // The server of these tests reminds nobody.
    test: { input: robotId, refused: errors.robotsOff },
    messages: noInput,
    retry: { input: ({ message }) => ({ messageId: message }) },
  },
)
