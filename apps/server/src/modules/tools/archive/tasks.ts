import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { retentionOf } from './kept.rules.ts'
import { archive } from './service.ts'
import { archiveStore } from './storage.ts'

export const archiveTasks = namedTasks('archive', {
  months: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Writes months that are older than `KEEP_SESSION_MONTHS` and `KEEP_INTERVAL_MONTHS` into files of the archive, and drops them a week later; nothing where neither is set',
    dies: 'a month is in its table until its file was read back; the next run goes on',
  },
})

export function startTasks({ config, pool, files, ...services }: Services): { stop(): Promise<void> } {
  const store = archiveStore(files)
  return taskGroup([
    repeatTask(archiveTasks.months, services, async () => {
      const retention = retentionOf(config)
      if (retention === undefined) return
      const client = await pool.connect()
      try {
        const say = (sentence: string) => services.log.info(sentence)
        await archive({ client, store, say }, retention)
      } finally {
        client.release()
      }
    }),
  ])
}
