import { z } from 'zod'
import { holdKeysInUse } from '../../../platform/keys/keysInUse.queries.ts'
import { openSealed, sealerOf } from '../../../platform/keys/sealing.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { OutboxChannel } from './queries.ts'
import { insertSealed, nextIds, type SealedEntry } from './sealed.queries.ts'

const column = 'outbox.sealed'

/** What is sent: a mail's subject and clean HTML; of a text message the title alone. */
const letterText = z.object({ title: z.string(), content: z.string() })
export type LetterText = z.output<typeof letterText>

/** Something that its recipient alone is to read. */
export interface Letter extends Omit<SealedEntry, 'id' | 'sealed'> {
  readonly text: LetterText
}

/**
 * Writes letters, as part of the transaction. Staff see their titles; the text is sealed, and gone once it was sent. They go where they
 * say, whatever their member's contacts become.
 */
export async function addLetters(
  { dataKeys }: Pick<Services, 'dataKeys'>,
  db: Db,
  letters: readonly Letter[],
): Promise<void> {
  if (letters.length === 0) return
  const { current } = await holdKeysInUse(db, dataKeys)
  const seal = sealerOf(current, column)
  const ids = await nextIds(db, letters.length)
  for (const [place, { text, ...letter }] of letters.entries()) {
    const id = ids[place]
    if (id === undefined) throw new Error('a sequence gave too few numbers')
    await insertSealed(db, { ...letter, id, sealed: seal(id, JSON.stringify(text)) })
  }
}

/** @throws Error where it does not open */
export const openLetter = (
  keys: Services['dataKeys'],
  { id, sealed }: { readonly id: number; readonly sealed: Buffer },
): LetterText => letterText.parse(JSON.parse(openSealed(keys, { column, id }, sealed)))

/** Seals letters with this key. */
export const letterSealer = (key: Parameters<typeof sealerOf>[0]) => sealerOf(key, column)

/** By which channel a contact is reached. */
export const channelOf = { mail: 'email', sms: 'sms' } as const satisfies Record<string, OutboxChannel>
