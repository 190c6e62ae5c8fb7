import type { DataKey, DataKeys } from '../../../platform/keys/dataKeys.ts'
import { headerOf } from '../../../platform/keys/sealing.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { replaceSealed, sealedLetters } from './sealed.queries.ts'
import { letterSealer, openLetter } from './sealed.service.ts'

/** Seals every letter that has not left with the key that is not yet: those of some hours at most. What does not open is given up. */
export async function resealLetters(db: Db, keys: DataKeys, key: DataKey): Promise<void> {
  const seal = letterSealer(key)
  for (const kept of await sealedLetters(db, headerOf(key))) {
    let fresh: Buffer | null = null
    try {
      fresh = seal(kept.id, JSON.stringify(openLetter(keys, kept)))
    } catch {
      // It stays null, and the outbox says that it could not be sent.
    }
    await replaceSealed(db, kept, fresh)
  }
}

/** Whether all of them are sealed with the key. */
export async function allLettersSealedWith(db: Db, key: DataKey): Promise<boolean> {
  return (await sealedLetters(db, headerOf(key))).length === 0
}
