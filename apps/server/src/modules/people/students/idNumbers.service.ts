import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import { holdKeysInUse } from '../../../platform/keys/keysInUse.queries.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { idNumberHasher, idNumberSealer, type SealedIdNumber } from './identity.rules.ts'
import * as queries from './queries.ts'

/** Seals and hashes the ID numbers of one school's students within a transaction. */
export interface IdNumbers {
  seal(studentId: number, idNumber: string): SealedIdNumber
  /** What an ID number may be kept as already. */
  hashes(idNumber: string | null): Pick<queries.Identity, 'hash' | 'previousHash'>
}

/**
 * While keys are being changed the same ID number may be there under either hash, which no unique key sees: then those
 * who write ID numbers of a school take turns.
 */
export async function idNumbersOf(db: Db, keys: DataKeys, schoolId: number): Promise<IdNumbers> {
  const { current, previous } = await holdKeysInUse(db, keys)
  if (previous !== null) await queries.queueForIdNumbers(db, schoolId)
  const hash = idNumberHasher(current)
  const previousHash = previous === null ? () => null : idNumberHasher(previous)
  return {
    seal: idNumberSealer(current),
    hashes: idNumber =>
      idNumber === null
        ? { hash: null, previousHash: null }
        : { hash: hash(idNumber), previousHash: previousHash(idNumber) },
  }
}

/** What an ID number may be kept as, by whichever key. */
export async function possibleHashes(db: Db, keys: DataKeys, idNumber: string): Promise<Buffer[]> {
  const { current, previous } = await holdKeysInUse(db, keys)
  return [current, ...(previous === null ? [] : [previous])].map(key => idNumberHasher(key)(idNumber))
}
