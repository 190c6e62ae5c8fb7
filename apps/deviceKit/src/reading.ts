import { type Remark, readDeviceMessage } from '@drivesim/contract/devices/telemetry/deviceReading'
import { type DatedMessage, dateDeviceMessage } from '@drivesim/contract/devices/telemetry/messageDating'
import { type DeviceTopic, deviceTopics, topics } from '@drivesim/contract/devices/telemetry/telemetry'
import { guid } from '@drivesim/contract/fields'
import type { Verdict } from './journal.ts'

interface Judged {
  readonly channel: DeviceTopic | null
  readonly verdict: Verdict
  readonly remarks: readonly Remark[]
  readonly message: DatedMessage | null
  readonly id: string | null
  readonly text: string
  readonly happening: string | null
}

/** What the server would make of a message: read and dated by the contract, as there. @param now milliseconds since 1970 */
export function judgeMessage(sn: string, topic: string, payload: Buffer, now: number): Judged {
  const channel = deviceTopics.find(one => topics[one](sn) === topic) ?? null
  const refused = (verdict: Verdict, remark: Remark): Judged => {
    return { ...writtenAnew(payload), channel, verdict, remarks: [remark], message: null, happening: null }
  }
  if (channel === null) {
    const own = deviceTopics.map(one => topics[one](sn)).join('、')
    return refused('foreign', { path: '主题', problem: `设备只能发到 ${own}`, taken: null })
  }
  const reading = readDeviceMessage(channel, payload)
  if ('refused' in reading) return refused('refused', reading.refused)
  const dated = dateDeviceMessage(reading.message, now)
  if ('refused' in dated) return refused('refused', dated.refused)
  const { message } = dated
  const remarks = [...reading.remarks, ...dated.remarks]
  const verdict = remarks.length === 0 ? 'agreed' : 'mended'
  return { ...writtenAnew(payload), channel, verdict, remarks, message, happening: happening(message) }
}

function happening(message: DatedMessage): string | null {
  switch (message.kind) {
    case 'report':
      return `report ${message.body.connectionId} ${message.body.seq}`
    case 'start':
    case 'end':
      return `${message.kind} ${message.body.sessionId}`
    case 'fault':
      return `${message.body.event} ${message.body.code}`
    case 'ack':
      return message.body.id
    case 'linkLost':
      return null
  }
}

function writtenAnew(payload: Buffer): { id: string | null; text: string } {
  const text = payload.toString()
  try {
    const json: unknown = JSON.parse(text)
    const id = typeof json === 'object' && json !== null && 'id' in json ? guid.safeParse(json.id).data : null
    return { id: id ?? null, text: JSON.stringify(json) }
  } catch {
    // what is no JSON is told by its verdict
    return { id: null, text }
  }
}
