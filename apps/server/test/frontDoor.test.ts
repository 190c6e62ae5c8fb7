import { setTimeout as wait } from 'node:timers/promises'
import { liveRetryMs } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { hasHaproxy, startHaproxy } from './haproxy.ts'
import { type LiveStream, openLiveStream } from './liveStream.ts'
import { adminPassword, tokenOf } from './load.ts'
import { patience } from './pace.ts'
import { severalServers } from './severalServers.ts'

// Two processes behind haproxy, as people reach them.

test.skipIf(!hasHaproxy)(
  'streams of a killed process are back at the other in less than a second (needs haproxy)',
  { timeout: patience(60_000) },
  async () => {
    const servers = await severalServers(2)
    const env = { ROLE: 'all', TRUST_PROXY: 'loopback', ADMIN_PASSWORD: adminPassword }
    let front: Awaited<ReturnType<typeof startHaproxy>> | undefined
    try {
      const runs = [await servers.start(0, env), await servers.start(1, env)]
      front = await startHaproxy(servers.sites)
      const { url } = front
      const token = await tokenOf(url)
      const streams = await Promise.all(Array.from({ length: 4 }, () => openLiveStream(url, token)))
      runs[0]?.child.kill('SIGKILL')
      const killed = performance.now()
      const backAfter = async (stream: LiveStream) => {
        await wait(liveRetryMs(0))
        const again = await openLiveStream(url, token, stream.events.findLast(({ id }) => id)?.id)
        again.close()
        return performance.now() - killed
      }
      await expect.poll(() => streams.some(stream => stream.isEnded()), { interval: 5 }).toBe(true)
      const ended = streams.filter(stream => stream.isEnded())
      const took = await Promise.all(ended.map(backAfter))
      console.log(`back after ${took.map(ms => ms.toFixed()).join(', ')} ms`)
      expect(Math.max(...took)).toBeLessThan(patience(900))
      for (const stream of streams) stream.close()
    } finally {
      await front?.stop()
      await servers.stop()
    }
  },
)
