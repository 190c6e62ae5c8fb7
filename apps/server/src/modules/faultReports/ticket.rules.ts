import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { DataKey, DataKeys } from '../../platform/keys/dataKeys.ts'

/** What a page that was opened by a label may do, and until when; nobody is signed in. */
export interface Ticket {
  readonly simulatorId: number
  /** Epoch milliseconds. */
  readonly at: number
  /** Its own: pictures belong to the ticket with which they were sent. */
  readonly nonce: string
}

const said = z.tuple([z.int(), z.int(), z.uuid()])

/** Writes a ticket, with a check that follows from the data key. */
export function writeTicket(keys: DataKeys, simulatorId: number, at: number): string {
  const payload = Buffer.from(JSON.stringify([simulatorId, at, randomUUID()])).toString('base64url')
  return `${payload}.${checkOf(keys.newest, payload).toString('base64url')}`
}

/** Reads one that we wrote; null for anything else. One written before a change of keys is good too. */
export function readTicket(keys: DataKeys, text: string): Ticket | null {
  const [payload = '', check = ''] = text.split('.')
  const given = Buffer.from(check, 'base64url')
  const genuine = keys.all.some(key => {
    const expected = checkOf(key, payload)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!genuine) return null
  const [simulatorId, at, nonce] = said.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return { simulatorId, at, nonce }
}

const checkOf = ({ bytes }: DataKey, payload: string) =>
  createHmac('sha256', bytes).update(`fault report ${payload}`).digest()
