import { type DataOf, type HomeBlockKey, hasBlock, type home, isWorkBlock } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { HomeBlockPart } from '../../../platform/homePart.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { readApart } from '../../../platform/postgres/readApart.ts'

type Blocks = DataOf<typeof home.blocks>

/** What the domains say of this person's work, block by block; one of which a part could not be read says so. */
export async function blocksOf(
  parts: readonly HomeBlockPart[],
  { db, scope, person }: SignedInCall,
  log: FastifyBaseLogger,
): Promise<Blocks> {
  const theirs = parts.flatMap(part =>
    isWorkBlock(part.key) && hasBlock(part.key, person.codes) ? [{ key: part.key, part }] : [],
  )
  if (theirs.length === 0) return []
  const results = await readApart(db, theirs, ({ part }, db) => part.read(db, scope, person))
  const blocks = new Map<HomeBlockKey, Blocks[number]>()
  for (const result of results) {
    const { key } = result.part
    const earlier = blocks.get(key)
    if ('error' in result) {
      log.error({ err: result.error, block: key }, 'a block of the first page was not read')
      blocks.set(key, { key, failed: true })
    } else if (result.value !== null && !(earlier && 'failed' in earlier)) {
      const { figures, rows, page = result.value.page } = earlier ?? { figures: [], rows: [] }
      blocks.set(key, {
        key,
        figures: [...figures, ...result.value.figures],
        rows: [...rows, ...result.value.rows],
        ...(page && { page }),
      })
    }
  }
  return [...blocks.values()]
}
