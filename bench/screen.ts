import { randomUUID } from 'node:crypto'
import { devices, organisations, topics } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { connectAsync, type MqttClient } from 'mqtt'
import { launch, signedInContext } from './browser.ts'
import { call, signIn } from './http.ts'
import type { Server } from './server.ts'
import { type Figure, percentile } from './table.ts'

const changes = 120
const pauseMs = 150

/** From a device's publish to the browser's screen, with the demo's 300 simulators reporting beside it. */
export async function benchScreen(server: Server): Promise<Figure[]> {
  const { url } = server
  const tokens = await signIn(url, 'admin', 'Demo@2026')
  const rooms = await call(url, tokens, organisations.classroomsOfOrganisation, {})
  const room = rooms.at(-1)
  if (room === undefined) throw new Error('the demo business has classrooms')
  const sn = `BENCH-${process.pid}`
  const { deviceKey, simulatorId } = await call(url, tokens, devices.add, {
    simulatorName: '测量用的模拟器',
    simulatorNum: sn,
    organId: room.organId,
    roomId: room.roomId,
  })
  const client = await connectAsync(server.mqttUrl, {
    clientId: sn,
    username: sn,
    password: deviceKey ?? '',
  })
  const browser = await launch()
  try {
    const context = await signedInContext(browser, url, tokens)
    const page = await context.newPage()
    await page.goto(`/device/runningState?organId=${room.organId}&roomId=${room.roomId}`.replace(/^/, url))
    const seen = await watchTile(page, simulatorId)
    const report = reporter(client, sn)
    await report('idle')
    await seen('idle')
    const latencies: number[] = []
    for (let change = 0; change < changes; change += 1) {
      const activity = change % 2 === 0 ? 'training' : 'idle'
      const began = Date.now()
      const arrived = seen(activity)
      void report(activity)
      latencies.push((await arrived) - began)
      await page.waitForTimeout(pauseMs * (0.5 + Math.random()))
    }
    const ms = (part: number) => percentile(latencies, part).toFixed(0)
    return [
      {
        what: `publish to screen, ${changes} changes beside the demo fleet: p95`,
        value: `${ms(0.95)} ms (p50 ${ms(0.5)}, max ${ms(1)})`,
        bound: '< 60 ms',
        passed: percentile(latencies, 0.95) < 60,
      },
    ]
  } finally {
    await browser.close()
    await client.endAsync()
  }
}

/** Tells when the tile next showed a state: the time of the frame after the one in which the DOM changed. */
async function watchTile(page: Page, simulatorId: number): Promise<(state: string) => Promise<number>> {
  const waiting = new Map<string, (at: number) => void>()
  await page.exposeFunction('shown', (state: string, at: number) => waiting.get(state)?.(at))
  const tile = page.locator(`a[data-state][href$="simulatorId=${simulatorId}"]`)
  await tile.waitFor()
  await tile.evaluate(element => {
    const tell = (state: string, at: number) =>
      Reflect.apply(Reflect.get(window, 'shown'), window, [state, at])
    new MutationObserver(() => {
      const state = element.getAttribute('data-state') ?? ''
      requestAnimationFrame(() => setTimeout(() => tell(state, Date.now())))
    }).observe(element, { attributes: true, attributeFilter: ['data-state'] })
  })
  return state =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the screen never showed ${state}`)), 10_000)
      waiting.set(state, at => {
        clearTimeout(timer)
        waiting.delete(state)
        resolve(at)
      })
    })
}

function reporter(client: MqttClient, sn: string) {
  const connectionId = randomUUID()
  let seq = 0
  return async (activity: 'idle' | 'training') => {
    seq += 1
    const state = {
      id: randomUUID(),
      at: new Date().toISOString(),
      connectionId,
      seq,
      online: true,
      activity,
      health: 'ok',
    }
    await client.publishAsync(topics.state(sn), JSON.stringify(state), { qos: 1, retain: true })
  }
}
