import { createServer, type Server, type Socket } from 'node:net'
import {
  type CommandMessage,
  longestMessageBytes,
  topics,
} from '@drivesim/contract/devices/telemetry/telemetry'
import type { IConnectPacket, IPublishPacket, Packet } from 'mqtt-packet'
import { generate, parser } from 'mqtt-packet'
import {
  type Attempt,
  type Before,
  type Heard,
  type Journal,
  type Line,
  type LineEnd,
  now,
  type Will,
} from './journal.ts'
import { judgeMessage } from './reading.ts'

/** Refusals, by MQTT 3.1.1 and by 5. */
const notAuthorized = { 4: 5, 5: 0x87 } as const
const identifierRejected = { 4: 2, 5: 0x85 } as const
/** Topic and header beside the message itself. */
const packetOverhead = 4096
/** MQTT 5: the connection ends, and the will is to be sent all the same. */
const leavesWithWill = 4

export interface BrokerOptions {
  readonly host: string
  readonly port: number
  /** Only this device; missing: whichever comes first. */
  readonly sn?: string | undefined
  readonly key?: string | undefined
}

/** How the kit treats the device at the moment. */
export interface Conduct {
  /** Hangs up on whoever connects, as a server that is down. */
  drops: boolean
  /** Refuses sign-ins, as with a wrong key. */
  refuses: boolean
  /** Acknowledges nothing but states. */
  withholds: boolean
}

interface Open {
  readonly line: Line
  readonly socket: Socket
  readonly version: 4 | 5
}

type Noted = { readonly message: Heard } | { readonly sentence: string }

/**
 * A broker for one device: it sees every packet, and acknowledges, refuses and hangs up as it is told. Not the library that the
 * server uses, which stops reading while an acknowledgement is withheld, and hides how a message was sent.
 */
export class KitBroker {
  readonly conduct: Conduct = { drops: false, refuses: false, withholds: false }
  readonly #journal: Journal
  readonly #options: BrokerOptions
  readonly #tell: (noted: Noted) => void
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #open: Open | null = null
  #packetId = 0

  constructor(journal: Journal, options: BrokerOptions, tell: (noted: Noted) => void) {
    this.#journal = journal
    this.#options = options
    this.#tell = tell
    this.#server = createServer(socket => this.#take(socket))
  }

  /** @returns its address @throws Error where it cannot listen there */
  async listen(): Promise<string> {
    const { host, port } = this.#options
    await new Promise<void>((done, fail) => {
      this.#server.once('error', fail)
      this.#server.listen(port, host, done)
    })
    const bound = this.#server.address()
    const actual = typeof bound === 'object' && bound !== null ? bound.port : port
    return `mqtt://${host.includes(':') ? `[${host}]` : host}:${actual}`
  }

  async close(): Promise<void> {
    const closed = new Promise<void>(done => this.#server.close(() => done()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Ends the connection as a line that breaks does. */
  cut(): void {
    if (this.#open !== null) this.#end(this.#open.socket, 'cut')
  }

  /** Sends a command, as it was subscribed. @param again once more: a broker does so that does not know whether it came */
  command(command: CommandMessage, again = false): void {
    if (this.#open === null) return
    const { socket, version, line } = this.#open
    const topic = topics.command(this.#journal.sn ?? '')
    const subscribed = line.subscriptions.findLast(one => one.topic === topic)
    const given = `下发命令 ${command.command}，有效至 ${command.expiresAt}`
    this.#tell({ sentence: subscribed ? given : `设备没有订阅 ${topic}，命令没有送达` })
    if (subscribed === undefined) return
    const payload = JSON.stringify(command)
    if (!again) this.#packetId += 1
    const sure = { qos: 1, dup: again, messageId: this.#packetId } as const
    const quality = subscribed.qos > 0 ? sure : ({ qos: 0, dup: false } as const)
    send(socket, version, { cmd: 'publish', topic, payload, retain: false, ...quality })
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    const attempt: Attempt = { at: now(), before: this.#open === null ? this.#journal.lastEnd : null }
    if (this.conduct.drops) {
      socket.on('close', () => this.#sockets.delete(socket))
      this.#missed(attempt, 'dropped')
      socket.destroy()
      return
    }
    const packets = parser()
    packets.on('packet', packet => this.#receive(socket, packet, attempt))
    packets.on('error', (error: unknown) => {
      this.#tell({ sentence: `收到的不是 MQTT 报文，连接已断开（${String(error)}）` })
      socket.destroy()
    })
    socket.on('data', bytes => packets.parse(bytes))
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#end(socket, 'lost')
    })
  }

  #receive(socket: Socket, packet: Packet, attempt: Attempt): void {
    if (packet.cmd === 'connect') this.#connect(socket, packet, attempt)
    else if (this.#open?.socket === socket) this.#hear(this.#open, packet)
    else socket.destroy()
  }

  #hear({ line, socket, version }: Open, packet: Packet): void {
    const messageId = packet.messageId ?? 0
    const answer = (reply: Packet) => send(socket, version, reply)
    switch (packet.cmd) {
      case 'publish':
        this.#publish(line, packet, answer)
        break
      case 'pubrel':
        answer({ cmd: 'pubcomp', messageId })
        break
      case 'subscribe':
        line.subscriptions.push(...packet.subscriptions.map(({ topic, qos }) => ({ topic, qos })))
        answer({ cmd: 'suback', messageId, granted: packet.subscriptions.map(({ qos }) => Math.min(qos, 1)) })
        this.#journal.noted()
        break
      case 'unsubscribe':
        answer({ cmd: 'unsuback', messageId, granted: packet.unsubscriptions.map(() => 0) })
        break
      case 'pingreq':
        answer({ cmd: 'pingresp' })
        break
      case 'disconnect':
        this.#end(socket, packet.reasonCode === leavesWithWill ? 'lost' : 'left')
    }
  }

  #connect(socket: Socket, packet: IConnectPacket, attempt: Attempt): void {
    const version = packet.protocolVersion === 5 ? 5 : 4
    const returnCode = this.#refusal(packet, version)
    if (returnCode !== null) {
      this.#missed(attempt, 'refused')
      const answer: Packet = { cmd: 'connack', sessionPresent: false, returnCode, reasonCode: returnCode }
      socket.end(generate(answer, { protocolVersion: version }))
      return
    }
    if (this.#open !== null) this.#end(this.#open.socket, 'replaced')
    const line: Line = { at: now(), subscriptions: [], end: null, isLeaving: false, will: willOf(packet) }
    this.#open = { line, socket, version }
    this.#journal.sn ??= packet.username ?? ''
    this.#journal.protocol = version === 5 ? '5' : '3.1.1'
    this.#journal.attempts.push(attempt)
    this.#journal.lines.push(line)
    const answer: Packet = { cmd: 'connack', sessionPresent: false, returnCode: 0, reasonCode: 0 }
    const properties = { maximumPacketSize: longestMessageBytes + packetOverhead, ...assigned(packet) }
    send(socket, version, version === 5 ? { ...answer, properties } : answer)
    this.#tell({ sentence: `已连接：设备 ${this.#journal.sn}，MQTT ${this.#journal.protocol}` })
    this.#journal.noted()
  }

  /** @returns the code to refuse with, or null */
  #refusal(packet: IConnectPacket, version: 4 | 5): number | null {
    if (this.#isStranger(packet) || this.conduct.refuses) return notAuthorized[version]
    const fault = this.#signInFault(packet, version)
    this.#journal.signIns += 1
    if (fault === null) return null
    this.#journal.signInFaults.push(fault)
    this.#tell({ sentence: `登录被拒绝：${fault}` })
    return (packet.clientId === '' ? identifierRejected : notAuthorized)[version]
  }

  /** Another device than the one that is examined: it is not spoken of again. */
  #isStranger({ username }: IConnectPacket): boolean {
    const { sn } = this.#journal
    if (sn === null || username === sn) return false
    this.#tell({ sentence: `正在检查设备 ${sn}，另一台设备（${username ?? '没有编号'}）的连接被拒绝` })
    return true
  }

  #signInFault({ username, password, clientId, clean }: IConnectPacket, version: 4 | 5): string | null {
    const { sn, key } = this.#options
    if (!username) return '没有用户名，应为设备编号'
    if (password === undefined || password.length === 0) return '没有密码，应为设备密钥'
    if (sn !== undefined && username !== sn) return `用户名应为设备编号 ${sn}，现在是 ${username}`
    if (key !== undefined && password.toString() !== key) return '密码不是给定的设备密钥'
    if (version === 4 && clientId === '' && clean === false) return '要求保留会话，却没有客户端标识'
    return null
  }

  #publish(line: Line, packet: IPublishPacket, answer: (packet: Packet) => void): void {
    const { topic, qos, retain, messageId } = packet
    const payload = Buffer.from(packet.payload)
    const at = now()
    const judged = judgeMessage(this.#journal.sn ?? '', topic, payload, Date.now())
    const { messages } = this.#journal
    const same = messages.find(
      one =>
        judged.id !== null &&
        one.id === judged.id &&
        one.happening === judged.happening &&
        one.topic === topic,
    )
    const first = same?.first ?? same ?? null
    const withheld = this.conduct.withholds && judged.channel !== 'state' && qos > 0
    const heard: Heard = {
      ...judged,
      ...{ at, line, topic, qos, retain, bytes: payload.length, first, withheld, acknowledgedAt: null },
    }
    messages.push(heard)
    if (!withheld && messageId !== undefined && qos > 0) {
      answer({ cmd: qos === 2 ? 'pubrec' : 'puback', messageId })
      heard.acknowledgedAt = at
    }
    this.#tell({ message: heard })
    this.#journal.noted()
  }

  /** An attempt that came to nothing. */
  #missed(attempt: Attempt, how: Before): void {
    this.#journal.attempts.push(attempt)
    this.#journal.lastEnd = { at: now(), how }
    this.#journal.noted()
  }

  #end(socket: Socket, how: LineEnd): void {
    if (this.#open?.socket !== socket) return
    const { line } = this.#open
    this.#open = null
    line.end = { at: now(), how }
    this.#journal.lastEnd = line.end
    socket.destroy()
    const words = { cut: '断开了连接', left: '正常下线', lost: '连接断了', replaced: '被新的连接取代' }
    this.#tell({ sentence: how === 'cut' ? `检查工具${words.cut}` : `设备${words[how]}` })
    this.#journal.noted()
  }
}

const send = (socket: Socket, version: 4 | 5, packet: Packet) =>
  void socket.write(generate(packet, { protocolVersion: version }))

const willOf = ({ will }: IConnectPacket): Will | null =>
  will
    ? {
        topic: will.topic,
        qos: will.qos ?? 0,
        retain: will.retain ?? false,
        payload: Buffer.from(will.payload),
      }
    : null

const assigned = ({ clientId }: IConnectPacket) =>
  clientId === '' ? { assignedClientIdentifier: `kit-${Math.round(now())}` } : {}
