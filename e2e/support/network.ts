import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type DataOf, type Endpoint, live } from '@drivesim/contract'
import type { LiveEvents } from '@drivesim/contract/tools/live'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { serverUrl } from './api.ts'
import { patience } from './pace.ts'

/** The network between one browser and the server, which can be cut and healed. */
export interface Network {
  /** The server's address through it. */
  url: string
  /** Breaks every connection and lets none through. */
  cut(): void
  heal(): void
  close(): Promise<void>
}

export async function openNetwork(): Promise<Network> {
  const target = new URL(serverUrl())
  const open = new Set<Socket>()
  let isCut = false
  const relay = createServer(near => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      breakAll()
    },
    heal() {
      isCut = false
    },
    async close() {
      relay.close()
      breakAll()
    },
  }
}

/** Lets so many bytes a second leave the page. @returns what takes the limit away */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await limit(bytesPerSecond)
  return async () => {
    await limit(-1)
    await session.detach()
  }
}

/** A file on its way says how far it is; stopped, nothing is left of it. */
export async function cancelUpload(place: Page | Locator): Promise<void> {
  const progress = place.getByRole('progressbar', { name: '上传进度' })
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
  await place.getByRole('button', { name: '取消上传' }).click()
  await expect(progress).toHaveCount(0)
}

/** Holds back the answers to what the pattern matches. @returns what lets them come */
export async function holdBack(
  page: Page,
  pattern: string | RegExp | ((url: URL) => boolean),
  answer: (route: Route) => Promise<void> = route => route.continue(),
): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(pattern, async route => {
    await released
    await answer(route)
  })
  return release
}

/** A page's live line on which comes what the test says, and nothing by itself: neither what others do nor `caughtUp`. */
export async function scriptedLiveLine(
  page: Page,
): Promise<{ say(events: Partial<LiveEvents>): Promise<void> }> {
  let open: Route | undefined
  await page.route(`**${live.stream.path}*`, route => {
    open = route
  })
  return {
    async say(events) {
      const body = Object.entries(events).map(
        ([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
      )
      // The line ends with what was said, and the page opens another one; one that it gave up carries nothing.
      await expect(async () => {
        const route = open
        open = undefined
        await route?.fulfill({ contentType: 'text/event-stream', body: body.join('') })
        const reply = (await route?.request().response()) ?? null
        expect(reply).not.toBeNull()
        await reply?.finished()
      }).toPass({ timeout: patience(15_000) })
    },
  }
}

/**
 * What the page is told by its next call of the endpoint. A test compares with that what others change meanwhile: the
 * demo's devices train all the time, and other tests add students and devices.
 */
export async function nextReply<E extends Endpoint>(page: Page, endpoint: E): Promise<DataOf<E>> {
  const answer = await page.waitForResponse(reply => new URL(reply.url()).pathname.endsWith(endpoint.path))
  const envelope: { data: DataOf<E> } = await answer.json()
  return envelope.data
}
