import type { Services } from '../../../platform/module.ts'
import { namedTasks, repeatTask, taskGroup } from '../../../platform/scheduledTasks.ts'
import { keepAnchor } from './anchors.storage.ts'
import { forwardSealed } from './forward.service.ts'
import { cutOld, sealCommitted } from './seal.service.ts'
import { senderOf } from './senders.provider.ts'

export const logChainTasks = namedTasks('logChain', {
  seal: {
    everyMs: 1000,
    runsIn: 'oneProcess',
    does: 'Seals what was written to the security log and the operation log, each row after the one before',
    dies: 'what was not sealed waits in its queue; a batch is sealed whole or not at all',
  },
  anchor: {
    everyMs: 3_600_000,
    runsIn: 'oneProcess',
    does: 'Writes where the chain of seals stands to anchors.log in the data folder, and cuts off what is older than a year',
    dies: 'an hour without an anchor; the next run writes one',
  },
  forward: {
    everyMs: 5000,
    runsIn: 'oneProcess',
    does: 'Sends what was sealed of the logs to `LOG_FORWARD`, in its order',
    dies: 'what was not noted as sent is sent again, with the same numbers',
  },
})

export function startTasks(services: Services) {
  const { db, dataKeys, config } = services
  const { logForward } = config
  const send = senderOf(logForward)
  return taskGroup([
    repeatTask(logChainTasks.seal, services, async () => void (await sealCommitted(db, dataKeys))),
    repeatTask(logChainTasks.anchor, services, async () => {
      const last = await sealCommitted(db, dataKeys)
      if (last !== undefined)
        keepAnchor(config.dataDir, {
          at: new Date().toISOString(),
          seq: Number(last.seq),
          hash: last.hash.toString('hex'),
        })
      await cutOld(db, dataKeys)
    }),
    repeatTask(logChainTasks.forward, services, async () => {
      if (logForward !== undefined && send !== undefined)
        await forwardSealed(services, logForward.url.host, send)
    }),
  ])
}
