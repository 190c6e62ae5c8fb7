import { createHmac } from 'node:crypto'
import { errors, maskPhone, refuse } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { PhoneGuesses } from '../../../platform/http/phoneGuesses.ts'
import type { Caller } from '../../../platform/http/trail.ts'
import { deriveKey } from '../../../platform/keys/deriving.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import * as queries from './phoneGuesses.queries.ts'
import { noteGuessing } from './security.service.ts'

/** @param secret the installation's: what was looked for is kept as a keyed hash */
export function phoneGuessesOf(services: Pick<Services, 'db' | 'bus' | 'log'>, secret: string): PhoneGuesses {
  const key = deriveKey(secret, 'phone guesses')
  const hash = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 16)
  const marksOf = ({ person }: Caller, phone: string): queries.Marks => ({
    memberId: person.id,
    number: hash(phone),
    mask: hash(maskPhone(phone)),
  })

  return {
    async begin(by, phone) {
      const marks = marksOf(by, phone)
      const { isKnown, isHalf } = await transact(services.db, trx => take(trx, marks))
      if (isKnown) return { found: async () => undefined, missed: async () => undefined }
      return {
        found: () => queries.removeGuess(services.db, marks),
        missed: async () => {
          if (isHalf) await noteGuessing(services, by)
        },
      }
    },
    async lookAlikes(call, phones) {
      let isHalf = false
      for (const phone of new Set(phones))
        isHalf = (await take(call.db, marksOf(call, phone))).isHalf || isHalf
      if (isHalf) call.afterCommit(() => noteGuessing(services, call))
    },
  }
}

/** Counts a number that does not count already. @throws Refusal tooManyPhoneGuesses */
async function take(db: Db, marks: queries.Marks): Promise<queries.GuessCount> {
  await queries.queueGuesses(db, marks)
  const counted = await queries.countGuesses(db, marks)
  if (counted.isKnown) return { ...counted, isHalf: false }
  const { opensAt } = counted
  if (opensAt !== null) throw refuse(errors.tooManyPhoneGuesses, minuteAfter(opensAt))
  await queries.addGuess(db, marks)
  return counted
}

const minuteAfter = (at: Date) => localTime(new Date(at.getTime() + 59_999).toISOString()).slice(0, 16)
