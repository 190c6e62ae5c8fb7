import { randomUUID } from 'node:crypto'
import { errors, refuse } from '@drivesim/contract/errors'
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

const responses = z.object({
  responses: z.array(
    z.object({ command: z.string(), correlationData: z.string().optional(), error: z.string().optional() }),
  ),
})

/**
 * Mosquitto's dynamic-security plugin, spoken to over MQTT. Its access rules know no pattern for the own name,
 * so that every device has a role of its own.
 */
export function dynamicSecurity(client: MqttClient) {
  const waiting = new Map<string, (error: string | null) => void>()
  let isThere: boolean | undefined

  client.on('message', (topic, payload) => {
    if (topic !== responseTopic) return
    for (const { correlationData, error } of responses.parse(JSON.parse(payload.toString())).responses) {
      waiting.get(correlationData ?? '')?.(error ?? null)
    }
  })
  client.on('close', () => {
    isThere = undefined
  })

  /** One command; what the plugin says is wrong with it, or null. undefined: nobody answered. */
  async function ask(command: Command, deadlineMs = replyDeadlineMs): Promise<string | null | undefined> {
    if (!client.connected) throw refuse(errors.brokerUnavailable)
    const correlationData = randomUUID()
    let timer: NodeJS.Timeout | undefined
    const reply = new Promise<string | null | undefined>(done => {
      waiting.set(correlationData, done)
      timer = setTimeout(done, deadlineMs, undefined)
    })
    try {
      await client.publishAsync(
        requestTopic,
        JSON.stringify({ commands: [{ ...command, correlationData }] }),
        { qos: 1 },
      )
      return await reply
    } finally {
      clearTimeout(timer)
      waiting.delete(correlationData)
    }
  }

  async function mustDo(command: Command, tolerated: RegExp = /^$/): Promise<void> {
    const error = await ask(command)
    if (error === undefined) throw refuse(errors.brokerUnavailable)
    if (error !== null && !tolerated.test(error)) {
      throw new Error(`mosquitto refused ${command.command}: ${error}`)
    }
  }

  async function setRole(rolename: string, rules: readonly Rule[]): Promise<void> {
    const acls = rules.map(rule => ({ ...rule, allow: true }))
    const error = await ask({ command: 'createRole', rolename, acls })
    if (error === undefined) throw refuse(errors.brokerUnavailable)
    if (error !== null) await mustDo({ command: 'modifyRole', rolename, acls })
  }

  return {
    /** Whether the broker has the plugin, and we may command it. Asked once per connection. */
    async isThere(): Promise<boolean> {
      if (isThere === undefined) {
        const granted = await client.subscribeAsync(responseTopic, { qos: 1 }).catch(() => [])
        const answered = granted.length > 0 ? await ask({ command: 'getDefaultACLAccess' }, 2_000) : undefined
        isThere = answered === null
      }
      return isThere
    },
    /** Gives the account we ourselves use the rights that its work needs. */
    async allowServer(username: string, rules: readonly Rule[]): Promise<void> {
      await setRole('drivesim-server', rules)
      await mustDo({ command: 'addClientRole', username, rolename: 'drivesim-server' }, /already/i)
    },
    /** Makes a device's account, or gives the one it has this password; connections with the old one end. */
    async setDevice(username: string, password: string, rules: readonly Rule[]): Promise<void> {
      const rolename = `drivesim-device-${username}`
      await setRole(rolename, rules)
      const error = await ask({ command: 'createClient', username, password, roles: [{ rolename }] })
      if (error === undefined) throw refuse(errors.brokerUnavailable)
      if (error === null) return
      await mustDo({ command: 'setClientPassword', username, password })
      await mustDo({ command: 'addClientRole', username, rolename }, /already/i)
    },
    /** An account that the broker does not know cannot sign in anyway. */
    async setEnabled(username: string, enabled: boolean): Promise<void> {
      await mustDo({ command: enabled ? 'enableClient' : 'disableClient', username }, /not found/i)
    },
  }
}
