import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { archive } from './service.ts'
import { archiveStore } from './storage.ts'

export const archiveTasks = namedTasks('archive', {
  months: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Writes months that are older than `KEEP_SESSION_MONTHS` into files of the archive, and drops them a week later; nothing where that is not set',
    dies: 'a month is in its table until its file was read back; the next run goes on',
  },
})

export function startTasks({ config, pool, files, ...services }: Services): { stop(): Promise<void> } {
  const store = archiveStore(files)
  return taskGroup([
    repeatTask(archiveTasks.months, services, async () => {
      if (config.keepSessionMonths === undefined) return
      const client = await pool.connect()
      try {
        const say = (sentence: string) => services.log.info(sentence)
        await archive({ client, store, say }, { training_session: config.keepSessionMonths })
      } finally {
        client.release()
      }
    }),
  ])
}
