import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { DataKey, DataKeys } from '../../../platform/keys/dataKeys.ts'

/** What a page that was opened by a label may do, and until when; nobody is signed in. */
export interface Ticket {
  readonly simulatorId: number
  /** Epoch milliseconds. */
  readonly at: number
  /** Its own: pictures belong to the ticket with which they were sent. */
  readonly nonce: string
}

/** It is a part of an address, which is short: id and instant in base 36, the nonce in hexadecimal, half of a SHA-256. */
const form = /^([0-9a-z]{1,11})\.([0-9a-z]{8,9})\.([0-9a-f]{32})\.([\w-]{22})$/
const checkBytes = 16

/** Writes a ticket, with a check that follows from the data key. */
export function writeTicket(keys: DataKeys, simulatorId: number, at: number): string {
  const nonce = randomUUID().replaceAll('-', '')
  const payload = `${simulatorId.toString(36)}.${at.toString(36)}.${nonce}`
  return `${payload}.${checkOf(keys.newest, payload).toString('base64url')}`
}

/** Reads one that we wrote; null for anything else. One written before a change of keys is good too. */
export function readTicket(keys: DataKeys, text: string): Ticket | null {
  const [, id = '', at = '', nonce = '', check = ''] = form.exec(text) ?? []
  const given = Buffer.from(check, 'base64url')
  const genuine = keys.all.some(key => {
    const expected = checkOf(key, `${id}.${at}.${nonce}`)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!genuine) return null
  const uuid = nonce.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { simulatorId: Number.parseInt(id, 36), at: Number.parseInt(at, 36), nonce: uuid }
}

const checkOf = ({ bytes }: DataKey, payload: string) =>
  createHmac('sha256', bytes).update(`fault report ${payload}`).digest().subarray(0, checkBytes)
