import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts'

const retryMs = 1_000

/**
 * The embedded PostgreSQL for as long as the server runs: one that ends unasked (killed, out of memory, out of disk)
 * is started again, as often as it takes; calls are refused meanwhile, and devices keep what is not acknowledged.
 * @throws StartError where the first start fails
 */
export async function keepEmbeddedPostgres(
  dataDir: string,
  reportPort?: number,
): Promise<Pick<EmbeddedPostgres, 'ownerUrl' | 'appUrl' | 'stop'>> {
  const postgres = await startEmbeddedPostgres({ dataDir, reportPort })
  const stopping = new AbortController()

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      await postgres.ended()
      if (stopping.signal.aborted) return
      console.error('内置数据库意外结束，正在重新启动；原因记录在数据文件夹的 postgres.log')
      await startAgain()
    }
  }

  async function startAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await postgres.startAgain()
        return console.error('内置数据库已恢复')
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
        await wait(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  void keep()
  return {
    ownerUrl: postgres.ownerUrl,
    appUrl: postgres.appUrl,
    async stop() {
      stopping.abort()
      await postgres.stop()
    },
  }
}
