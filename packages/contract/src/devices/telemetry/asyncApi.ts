import { z } from 'zod'
import { lesson, type Told } from './lesson.ts'
import {
  ackMessage,
  commandMessage,
  commandNames,
  faultMessage,
  linkLost,
  longestMessageBytes,
  sessionEnd,
  sessionStart,
  stateReport,
  topics,
} from './telemetry.ts'

/**
 * What simulators say and are told, as AsyncAPI 3 (https://www.asyncapi.com/docs/reference/specification/v3.0.0): for makers of
 * simulators, who build from it alone. Seen from the device: `send` is what it publishes, `receive` what it subscribes to.
 */

type Json = Readonly<Record<string, unknown>>
type Channel = keyof typeof topics

interface Kind {
  readonly title: string
  readonly schema: z.ZodType
  readonly summary: string
  /** Which messages of the lesson are of this kind. */
  readonly isOne: (payload: Json) => boolean
}

interface Described {
  readonly summary: string
  readonly action: 'send' | 'receive'
  readonly retain: boolean
  readonly kinds: Readonly<Record<string, Kind>>
}

const channels: Readonly<Record<Channel, Described>> = {
  state: {
    summary: 'What the simulator is and does now: on every change, and at least every 30 s. Retained.',
    action: 'send',
    retain: true,
    kinds: {
      stateReport: {
        title: '状态',
        schema: stateReport,
        summary: 'Online. `seq` begins at 0 with each connection and grows by one with each report.',
        isOne: ({ online }) => online === true,
      },
      linkLost: {
        title: '离线',
        schema: linkLost,
        summary: 'The last will of the connection, and what is sent before a clean disconnect.',
        isOne: ({ online }) => online === false,
      },
    },
  },
  session: {
    summary: 'Lessons. An `end` without its `start` is a whole lesson; it may be up to 400 days late.',
    action: 'send',
    retain: false,
    kinds: {
      sessionStart: {
        title: '训练开始',
        schema: sessionStart,
        summary: 'A student starts. `sessionId` is new.',
        isOne: ({ event }) => event === 'start',
      },
      sessionEnd: {
        title: '训练结束',
        schema: sessionEnd,
        summary: 'The lesson is over. `effectiveSeconds` is at most the time from `startedAt` to `at`.',
        isOne: ({ event }) => event === 'end',
      },
    },
  },
  fault: {
    summary: 'A fault appears, or is gone. A fault of the same `code` that is raised again is one fault.',
    action: 'send',
    retain: false,
    kinds: {
      fault: {
        title: '故障',
        schema: faultMessage,
        summary:
          '`code` is the maker’s own, 1 to 32 characters in capitals; those that begin with `STAFF-` are for people.',
        isOne: ({ code }) => code !== undefined,
      },
    },
  },
  command: {
    summary:
      'What staff tell the simulator. Neither done nor answered after `expiresAt`, and done once though it comes twice.',
    action: 'receive',
    retain: false,
    kinds: {
      command: {
        title: '命令',
        schema: commandMessage,
        summary: Object.entries(commandNames)
          .map(([command, words]) => `\`${command}\`: ${words}`)
          .join('; '),
        isOne: ({ command }) => command !== undefined,
      },
    },
  },
  ack: {
    summary: 'The answer to a command, under its `id`, within its life.',
    action: 'send',
    retain: false,
    kinds: {
      ack: {
        title: '命令应答',
        schema: ackMessage,
        summary: '`ok` says whether it was done; `text` says more, above all why not.',
        isOne: ({ ok }) => ok !== undefined,
      },
    },
  },
}

/** The document. @param version of the product */
export function asyncApi(version: string): Json {
  const names = Object.keys(channels).filter(isChannel)
  return {
    asyncapi: '3.0.0',
    info: {
      title: '驾训模拟器',
      version,
      description: `What a simulator sends and receives over MQTT. Messages are JSON in UTF-8 with QoS 1, at most ${longestMessageBytes / 1024} KiB. PUBACK means stored, or refused for good: what was not acknowledged is sent again, unchanged, with the same \`id\`.`,
    },
    defaultContentType: 'application/json',
    servers: {
      broker: {
        host: '{host}:{port}',
        protocol: 'mqtt',
        description: 'MQTT 3.1.1 or 5. With TLS where the installation has it.',
        variables: { host: { default: '127.0.0.1' }, port: { default: '1883' } },
        security: [{ $ref: '#/components/securitySchemes/deviceKey' }],
        bindings: {
          mqtt: {
            cleanSession: true,
            keepAlive: 45,
            lastWill: {
              topic: topics.state('{sn}'),
              qos: 1,
              retain: true,
              message: JSON.stringify({ connectionId: 'of this connection', online: false }),
            },
            bindingVersion: '0.2.0',
          },
        },
      },
    },
    channels: Object.fromEntries(names.map(name => [name, channelOf(name)])),
    operations: Object.fromEntries(names.map(name => [operationNames[name], operationOf(name)])),
    components: {
      messages: Object.fromEntries(
        names
          .flatMap(name => Object.entries(channels[name].kinds))
          .map(([name, kind]) => [name, messageOf(kind)]),
      ),
      securitySchemes: {
        deviceKey: {
          type: 'userPassword',
          description:
            'The SN as username and the device key as password, shown once when the device is added.',
        },
      },
    },
  }
}

const isChannel = (name: string): name is Channel => Object.hasOwn(channels, name)

const operationNames: Readonly<Record<Channel, string>> = {
  state: 'reportState',
  session: 'tellOfSessions',
  fault: 'tellOfFaults',
  command: 'obeyCommands',
  ack: 'answerCommands',
}

const channelOf = (name: Channel): Json => ({
  address: topics[name]('{sn}'),
  description: channels[name].summary,
  parameters: {
    sn: {
      description:
        'The number of the simulator (SN), as it signs in with: 4 to 32 capitals, digits and hyphens.',
    },
  },
  messages: Object.fromEntries(
    Object.keys(channels[name].kinds).map(kind => [kind, { $ref: `#/components/messages/${kind}` }]),
  ),
})

const operationOf = (name: Channel): Json => ({
  action: channels[name].action,
  channel: { $ref: `#/channels/${name}` },
  summary: channels[name].summary,
  messages: Object.keys(channels[name].kinds).map(kind => ({ $ref: `#/channels/${name}/messages/${kind}` })),
  bindings: { mqtt: { qos: 1, retain: channels[name].retain, bindingVersion: '0.2.0' } },
  ...(name === 'command' && {
    reply: { channel: { $ref: '#/channels/ack' }, messages: [{ $ref: '#/channels/ack/messages/ack' }] },
  }),
})

const messageOf = ({ title, schema, summary, isOne }: Kind): Json => ({
  title,
  summary,
  payload: payloadOf(schema),
  examples: lesson
    .filter(({ payload }) => isOne(payload as Json))
    .map(({ payload, because }: Told) => ({ summary: because, payload })),
})

/** The schema in the dialect that AsyncAPI takes, with nothing in it that a reader would stumble over. */
const payloadOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...payload } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      // The format says it, in fewer words.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.exclusiveMinimum === 0) {
        delete jsonSchema.exclusiveMinimum
        jsonSchema.minimum = 1
      }
      // A pattern has no flag for capitals.
      if (jsonSchema.pattern?.includes('\\da-f') === true)
        jsonSchema.pattern = jsonSchema.pattern.replaceAll('\\da-f', '\\dA-Fa-f')
    },
  })
  return payload
}
