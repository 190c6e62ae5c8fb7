import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/**
 * Which process does what an installation does once. A turn is a lock of the process's session in the database: it is kept as
 * long as the session lives, and free for the others as soon as that ends, however it ends.
 */
export interface Turns {
  /**
   * Wants the turn at something from now on.
   * @param came called each time it has come
   * @returns whether it is this process's now. A process that has just lost its turn may still be at work, and another at the
   * same: what it does has to be judged under locks of its own.
   */
  want(name: string, came: () => void): () => boolean
}

/** Advisory locks of two numbers with this first one are turns. */
export const lockClass = 8_700

interface Turn {
  readonly came: () => void
  isMine: boolean
}

/** The turns of a process, over whatever session it has. */
export function makeTurns(log: FastifyBaseLogger) {
  const wanted = new Map<string, Turn>()
  let session: pg.Client | null = null
  /** A session is asked one thing at a time. */
  let asked: pg.Client | null = null
  let anew = false

  /**
   * Asks for all turns that others have, none if need be: it is also the sign of life without which the database ends the
   * session, and finds out whether that is still there.
   */
  async function ask(): Promise<void> {
    const client = session
    if (client === null || client === asked) return
    asked = client
    try {
      do {
        anew = false
        const free = await freeOnes(client)
        if (client === session) for (const name of free) give(name)
      } while (anew && client === session)
    } catch (error) {
      // Whoever opened the session hears of it, and opens another.
      client.emit('error', error)
    } finally {
      if (asked === client) asked = null
    }
  }

  async function freeOnes(client: pg.Client): Promise<string[]> {
    const missing = [...wanted].filter(([, { isMine }]) => !isMine).map(([name]) => name)
    const { rows } = await client.query<{ name: string }>(
      'select name from unnest($1::text[]) name where pg_try_advisory_lock($2, hashtext(name))',
      [missing, lockClass],
    )
    return rows.map(({ name }) => name)
  }

  function give(name: string): void {
    const turn = wanted.get(name)
    if (turn === undefined) return
    turn.isMine = true
    log.debug({ task: name }, 'this process has the turn')
    turn.came()
  }

  return {
    want(name: string, came: () => void): () => boolean {
      const turn = { came, isMine: false }
      wanted.set(name, turn)
      anew = true
      void ask()
      return () => turn.isMine
    },
    ask,
    /** From now on turns are asked for over this session; null: it is lost, and with it every turn. */
    useSession(client: pg.Client | null): void {
      session = client
      for (const turn of wanted.values()) turn.isMine = false
      void ask()
    },
  }
}
