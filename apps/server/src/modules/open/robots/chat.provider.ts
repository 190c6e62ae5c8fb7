import { createHmac } from 'node:crypto'
import type { RobotKind } from '@drivesim/contract'
import { z } from 'zod'
import { openNetworks } from '../../../platform/outgoing/addresses.ts'
import { jsonOf } from '../../../platform/outgoing/answers.ts'
import { callOutside } from '../../../platform/outgoing/outgoing.ts'

const patienceMs = 10_000
/** Answers are a few words; of anything longer nobody here reads the rest. */
const longestAnswer = 4_096
const internetAlone = openNetworks([])

/** What the three platforms answer. 飞书 says `code`, the others `errcode`; 0 is well. */
const answer = z.union([
  z.object({ errcode: z.int(), errmsg: z.string().optional() }).transform(({ errcode, errmsg }) => ({
    code: errcode,
    words: errmsg,
  })),
  z
    .object({ code: z.int(), msg: z.string().optional() })
    .transform(({ code, msg }) => ({ code, words: msg })),
])

/** Where a robot is told, and what it is signed with; empty: nothing. */
export interface Chat {
  readonly kind: RobotKind
  readonly address: string
  readonly signingKey: string
}

/**
 * Says a text in a chat, as the documents of the platform want it.
 * @param stub in place of the platform's host (tests): the host becomes the first part of the path
 * @returns the answer, for the log
 * @throws with what went wrong
 */
export async function say(chat: Chat, text: string, stub?: string): Promise<string> {
  const { address, body } = requestOf(chat, text, Date.now())
  const response = await callOutside({
    url: stub === undefined ? address : address.replace(/^https:\/\//, `${stub}/`),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    patienceMs,
    mostAnswer: longestAnswer,
    networks: stub === undefined ? internetAlone : 'all',
  })
  const read = answer.safeParse(jsonOf(response))
  if (!read.success) throw new Error(`HTTP ${response.status}，不是群机器人的应答`)
  const { code, words = '' } = read.data
  if (code !== 0) throw new Error(`${code} ${words}`.trim())
  return `${code} ${words}`.trim()
}

/** The request for a text. @param now milliseconds */
export function requestOf({ kind, address, signingKey }: Chat, text: string, now: number) {
  if (kind === 'wecom') return { address, body: { msgtype: 'text', text: { content: text } } }
  if (kind === 'dingtalk') {
    const sign = encodeURIComponent(hmac(signingKey, `${now}\n${signingKey}`))
    return {
      address: `${address}&timestamp=${now}&sign=${sign}`,
      body: { msgtype: 'text', text: { content: text } },
    }
  }
  const timestamp = String(Math.floor(now / 1000))
  // The text that is signed is the key here, and what it signs is empty.
  const sign = hmac(`${timestamp}\n${signingKey}`, '')
  return { address, body: { timestamp, sign, msg_type: 'text', content: { text } } }
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')
