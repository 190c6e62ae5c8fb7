import { randomUUID } from 'node:crypto'
import { errors, refuse } from '@drivesim/contract'
import type { MqttClient } from 'mqtt'
import { z } from 'zod'

const requestTopic = '$CONTROL/dynamic-security/v1'
const responseTopic = `${requestTopic}/response`
const replyDeadlineMs = 5_000

export interface Rule {
  acltype: 'publishClientSend' | 'publishClientReceive' | 'subscribePattern'
  topic: string
}

interface Command {
  command: string
  [field: string]: unknown
}

const acl = z.object({ acltype: z.string(), topic: z.string(), allow: z.boolean() })
const response = z.object({
  correlationData: z.string().optional(),
  error: z.string().optional(),
  data: z
    .object({
      role: z.object({ acls: z.array(acl).optional() }).optional(),
      client: z.object({ roles: z.array(z.object({ rolename: z.string() })).optional() }).optional(),
    })
    .optional(),
})
const responses = z.object({ responses: z.array(response) })
type Response = z.output<typeof response>

/**
 * Mosquitto's dynamic-security plugin, spoken to over MQTT. Its access rules know no pattern for the own name,
 * so that every device has a role of its own. It disconnects whoever's rights change, ourselves too: what is as it
 * should be must not be set again.
 */
export function dynamicSecurity(client: MqttClient) {
  const ask = asking(client)
  let isThere: boolean | undefined

  client.on('close', () => {
    isThere = undefined
  })

  return {
    /** Whether the broker has the plugin, and we may command it. Asked once per connection. */
    async isThere(): Promise<boolean> {
      if (isThere === undefined) {
        if (!client.connected) throw refuse(errors.brokerUnavailable)
        const granted = await client.subscribeAsync(responseTopic, { qos: 1 }).then(
          () => true,
          () => false,
        )
        const answer = granted ? await ask({ command: 'getDefaultACLAccess' }, 2_000) : null
        if (!client.connected) throw refuse(errors.brokerUnavailable)
        isThere = answer !== null && answer.error === undefined
      }
      return isThere
    },
    /** Gives the account we ourselves use the rights that its work needs. */
    async allowServer(username: string, rules: readonly Rule[]): Promise<void> {
      await setRole(ask, 'drivesim-server', rules)
      await giveRole(ask, username, 'drivesim-server')
    },
    /** Makes a device's account, or gives the one it has this password; connections with the old one end. */
    async setDevice(username: string, password: string, rules: readonly Rule[]): Promise<void> {
      const rolename = `drivesim-device-${username}`
      await setRole(ask, rolename, rules)
      const { error } = await mustAnswer(ask, {
        command: 'createClient',
        username,
        password,
        roles: [{ rolename }],
      })
      if (error === undefined) return
      await mustDo(ask, { command: 'setClientPassword', username, password })
      await giveRole(ask, username, rolename)
    },
    /** An account that the broker does not know cannot sign in anyway. */
    async setEnabled(username: string, enabled: boolean): Promise<void> {
      await mustDo(ask, { command: enabled ? 'enableClient' : 'disableClient', username }, /not found/i)
    },
  }
}

export type DynamicSecurity = ReturnType<typeof dynamicSecurity>

/** What the plugin answers, or null where nobody does. @throws Refusal brokerUnavailable */
type Ask = (command: Command, deadlineMs?: number) => Promise<Response | null>

/** Commands over a connection; their answers come as messages, which tell by an id which command they are to. */
function asking(client: MqttClient): Ask {
  const waiting = new Map<string, (response: Response | null) => void>()

  client.on('message', (topic, payload) => {
    if (topic !== responseTopic) return
    for (const response of responses.parse(JSON.parse(payload.toString())).responses) {
      waiting.get(response.correlationData ?? '')?.(response)
    }
  })
  client.on('close', () => {
    for (const settle of waiting.values()) settle(null)
  })

  return async (command, deadlineMs = replyDeadlineMs) => {
    if (!client.connected) throw refuse(errors.brokerUnavailable)
    const correlationData = randomUUID()
    let timer: NodeJS.Timeout | undefined
    const reply = new Promise<Response | null>(done => {
      waiting.set(correlationData, done)
      timer = setTimeout(done, deadlineMs, null)
    })
    try {
      const commands = [{ ...command, correlationData }]
      client.publish(requestTopic, JSON.stringify({ commands }), { qos: 1 })
      return await reply
    } finally {
      clearTimeout(timer)
      waiting.delete(correlationData)
    }
  }
}

async function mustAnswer(ask: Ask, command: Command): Promise<Response> {
  const answer = await ask(command)
  if (answer === null) throw refuse(errors.brokerUnavailable)
  return answer
}

async function mustDo(ask: Ask, command: Command, tolerated: RegExp = /^$/): Promise<void> {
  const { error } = await mustAnswer(ask, command)
  if (error === undefined || tolerated.test(error)) return
  throw new Error(`mosquitto refused ${command.command}: ${error}`)
}

async function setRole(ask: Ask, rolename: string, rules: readonly Rule[]): Promise<void> {
  const acls = rules.map(rule => ({ ...rule, allow: true }))
  const { data } = await mustAnswer(ask, { command: 'getRole', rolename })
  if (data?.role === undefined) return mustDo(ask, { command: 'createRole', rolename, acls }, /exists/i)
  const names = (list: readonly z.output<typeof acl>[]) =>
    list
      .map(({ acltype, topic, allow }) => `${acltype} ${topic} ${allow}`)
      .sort()
      .join()
  if (names(data.role.acls ?? []) !== names(acls))
    await mustDo(ask, { command: 'modifyRole', rolename, acls })
}

async function giveRole(ask: Ask, username: string, rolename: string): Promise<void> {
  const { data } = await mustAnswer(ask, { command: 'getClient', username })
  if (data?.client?.roles?.some(role => role.rolename === rolename)) return
  await mustDo(ask, { command: 'addClientRole', username, rolename }, /already/i)
}
