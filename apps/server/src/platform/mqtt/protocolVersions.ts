import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import mqtt, { type IConnectPacket, type Packet } from 'mqtt-packet'
import { keptSessionSeconds } from './keptSessions.ts'
import { lengthLimit } from './packetLengths.ts'

/** MQTT 5 reason codes for the return codes of a 3.1.1 CONNACK. */
const connectReasons: Record<number, number> = { 0: 0x00, 1: 0x84, 2: 0x85, 3: 0x88, 4: 0x86, 5: 0x87 }
const notAuthorized = 0x87
const subscribeFailure = 0x80
const disconnectWithWill = 0x04
/** A packet that is longer than allowed is read past up to that many bytes; one still longer ends its connection. */
const mostSkippedBytes = 1024 * 1024

/**
 * A device's connection as the broker takes it. The broker speaks MQTT 3.1.1: packets of MQTT 5 devices are
 * translated on their way in and out (their properties mean nothing here), all others pass as they are. Packets of more
 * than `longestPacket` bytes are cut, or end the connection (`packetLengths.ts`).
 */
export function deviceStream(
  socket: Socket,
  longestPacket: number,
  tell: { version(version: number): void; tooLong(bytes: number): void },
): Duplex {
  const limit = lengthLimit(longestPacket, mostSkippedBytes, tell.tooLong)
  let incoming: ((bytes: Buffer) => void) | null = null
  let outgoing: (bytes: Buffer) => Buffer = bytes => bytes
  let head = Buffer.alloc(0)

  function send(bytes: Buffer, done: () => void): void {
    const translated = outgoing(bytes)
    if (translated.length === 0 || socket.write(translated)) done()
    else socket.once('drain', done)
  }

  const stream = new Duplex({
    read: () => socket.resume(),
    write: (bytes: Buffer, _encoding, done) => send(bytes, done),
    // The library writes an acknowledgement in three pieces, which would be three calls of the system and three packets.
    writev: (pieces, done) => send(Buffer.concat(pieces.map(({ chunk }): Buffer => chunk)), done),
    final: done => socket.end(done),
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  const pass = (bytes: Buffer) => {
    if (!stream.push(bytes)) socket.pause()
  }

  /** The first packet tells the version. */
  function begin(bytes: Buffer): void {
    head = Buffer.concat([head, bytes])
    const first = mqtt.parser()
    let version: number | undefined
    first.on('packet', packet => {
      if (version === undefined) version = packet.cmd === 'connect' ? (packet.protocolVersion ?? 4) : 4
    })
    first.on('error', () => {
      version ??= 4
    })
    first.parse(head)
    if (version === undefined) return
    tell.version(version)
    if (version === 5) {
      const translator = translate(longestPacket, pass, () => stream.push(null))
      incoming = translator.incoming
      outgoing = translator.outgoing
    } else {
      incoming = pass
    }
    incoming(head)
    head = Buffer.alloc(0)
  }

  socket.on('data', all => {
    const bytes = limit(all)
    if (bytes === null) return stream.destroy(new Error('packet too long'))
    if (bytes.length === 0) return
    if (incoming === null) begin(bytes)
    else incoming(bytes)
  })
  socket.on('end', () => stream.push(null))
  socket.on('error', error => stream.destroy(error))
  socket.on('close', () => stream.destroy())
  return stream
}

/** What both directions know of a connection. */
interface Exchange {
  readonly longestPacket: number
  assignedClientId?: string
  /** Seconds that its session is kept, where the device wants it kept longer. */
  shortened?: number
  /** How many topics each UNSUBSCRIBE under way has, by its number. */
  readonly unsubscribed: Map<number, number>
}

/** Both directions between an MQTT 5 device and a 3.1.1 broker. */
function translate(longestPacket: number, toBroker: (bytes: Buffer) => void, end: () => void) {
  const fromDevice = mqtt.parser()
  const fromBroker = mqtt.parser({ protocolVersion: 4 })
  const exchange: Exchange = { longestPacket, unsubscribed: new Map() }
  let reply: Buffer[] = []

  fromDevice.on('packet', packet => {
    if (packet.cmd === 'disconnect' && packet.reasonCode === disconnectWithWill) return end()
    const older = toVersion4(packet, exchange)
    if (older === null) return end()
    toBroker(mqtt.generate(older, { protocolVersion: 4 }))
  })
  fromDevice.on('error', end)
  fromBroker.on('packet', packet =>
    reply.push(mqtt.generate(toVersion5(packet, exchange), { protocolVersion: 5 })),
  )

  return {
    incoming: (bytes: Buffer) => {
      fromDevice.parse(bytes)
    },
    outgoing: (bytes: Buffer) => {
      reply = []
      fromBroker.parse(bytes)
      return Buffer.concat(reply)
    },
  }
}

/** A device's packet; null for one that ends the connection. */
function toVersion4(packet: Packet, exchange: Exchange): Packet | null {
  switch (packet.cmd) {
    case 'connect':
      return connectOfVersion4(packet, exchange)
    case 'publish':
      return withoutProperties(packet)
    case 'subscribe':
      return {
        cmd: 'subscribe',
        messageId: packet.messageId ?? 0,
        subscriptions: packet.subscriptions.map(({ topic, qos }) => ({ topic, qos })),
      }
    case 'unsubscribe':
      exchange.unsubscribed.set(packet.messageId ?? 0, packet.unsubscriptions.length)
      return {
        cmd: 'unsubscribe',
        messageId: packet.messageId ?? 0,
        unsubscriptions: packet.unsubscriptions,
      }
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
      return { cmd: packet.cmd, messageId: packet.messageId ?? 0 }
    case 'pingreq':
    case 'disconnect':
      return { cmd: packet.cmd }
    default:
      return null
  }
}

function connectOfVersion4(packet: IConnectPacket, exchange: Exchange): Packet {
  const { will, properties, clientId, username, password, keepalive } = packet
  if (clientId === '') exchange.assignedClientId = randomUUID()
  const expiry = properties?.sessionExpiryInterval ?? 0
  if (expiry > keptSessionSeconds) exchange.shortened = keptSessionSeconds
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: exchange.assignedClientId ?? clientId,
    clean: packet.clean === true || expiry === 0,
    ...(keepalive === undefined ? {} : { keepalive }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(will === undefined ? {} : { will: withoutProperties(will) }),
  }
}

/** A packet of the broker. */
function toVersion5(packet: Packet, exchange: Exchange): Packet {
  if (packet.cmd === 'connack') {
    const { longestPacket, assignedClientId, shortened } = exchange
    return {
      cmd: 'connack',
      sessionPresent: packet.sessionPresent,
      reasonCode: connectReasons[packet.returnCode ?? 0] ?? notAuthorized,
      properties: {
        maximumPacketSize: longestPacket,
        ...(assignedClientId === undefined ? {} : { assignedClientIdentifier: assignedClientId }),
        ...(shortened === undefined ? {} : { sessionExpiryInterval: shortened }),
      },
    }
  }
  if (packet.cmd === 'suback') {
    const granted = packet.granted.map(code => (code === subscribeFailure ? notAuthorized : Number(code)))
    return { ...packet, granted }
  }
  if (packet.cmd === 'unsuback') {
    const count = exchange.unsubscribed.get(packet.messageId ?? 0) ?? 1
    exchange.unsubscribed.delete(packet.messageId ?? 0)
    return { ...packet, granted: new Array<number>(count).fill(0) }
  }
  return packet
}

function withoutProperties<P extends { properties?: unknown }>(packet: P): Omit<P, 'properties'> {
  const { properties, ...rest } = packet
  return rest
}
