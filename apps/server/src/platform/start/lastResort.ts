import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'

/**
 * What nobody caught goes to the log, whole. A promise that nobody waits for has failed alone, and the process goes on. After an
 * exception something may be half done: the process ends as it does when it is told to, and whoever watches it starts another.
 * @param program the process
 */
export function catchTheRest(
  program: Pick<EventEmitter, 'on'>,
  log: Pick<FastifyBaseLogger, 'error' | 'fatal'>,
  end: () => void,
): void {
  program.on('unhandledRejection', (error: unknown) => {
    log.error({ err: error }, 'a failure that nobody waited for')
  })
  program.on('uncaughtException', (error: unknown) => {
    log.fatal({ err: error }, 'an exception that nobody caught; the process ends')
    end()
  })
}
