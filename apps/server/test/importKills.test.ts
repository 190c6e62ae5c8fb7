import { setTimeout as wait } from 'node:timers/promises'
import { channelStatements, isImported, type StatementImport } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { randomOf } from '@drivesim/fleet/random'
import { environmentOf } from '@drivesim/paysim/environment'
import { startPaysim } from '@drivesim/paysim/paysim'
import { expect, test } from 'vitest'
import { importInterrupted } from '../src/modules/money/channelStatements/import.service.ts'
import { query } from './database.ts'
import { adminPassword, tokenOf } from './load.ts'
import { exitCodeOf, pollUntil } from './serverProcess.ts'
import { severalServers } from './severalServers.ts'
import { wrongData } from './wrongData.ts'

// The server is killed at random moments while it takes a channel's file in.

const kills = 30
const lines = 60_000
const seed = process.env.TEST_SEED ?? String(Date.now())
const yesterday = addDays(businessDayOf(Date.now()), -1)

test.runIf(process.env.TEST_LONG === '1')(
  `a file whose reading is killed ${kills} times is there once and whole, or not at all`,
  { timeout: 3_600_000 },
  async () => {
    console.log(`seed ${seed}`)
    const random = randomOf('imports', seed)
    const paysim = await startPaysim()
    const { ownerUrl, first, start, count, stop } = await severalServers(1)
    const env = { ...environmentOf(paysim), PUBLIC_URL: 'http://127.0.0.1:1', ADMIN_PASSWORD: adminPassword }
    const headers = async () => ({ authorization: `Bearer ${await tokenOf(first.url)}` })
    const dataOf = async (response: Response) => Reflect.get(Object(await response.json()), 'data')
    const file = paysim.statement(
      'wechat',
      yesterday,
      Array.from({ length: lines }, (_, index) => ({
        kind: 'payment',
        orderNo: `POS${index}`,
        refundNo: null,
        channelNo: `4299${String(index).padStart(12, '0')}`,
        at: new Date(dayStart(yesterday) + index),
        amount: 100 + index,
      })),
    )
    const send = async () => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(file)]))
      const { path, reply } = channelStatements.import
      const response = await fetch(`${first.url}/dm-api${path}`, {
        method: 'POST',
        headers: await headers(),
        body: form,
      })
      return reply.parse(await dataOf(response)).importId
    }
    const infoOf = async (importId: number): Promise<StatementImport> => {
      const { path, reply } = channelStatements.importInfo
      const response = await fetch(`${first.url}/dm-api${path}?importId=${importId}`, {
        headers: await headers(),
      })
      return reply.parse(await dataOf(response))
    }
    const endOf = async (importId: number) => {
      await pollUntil(async () => isImported((await infoOf(importId)).state))
      return infoOf(importId)
    }
    const states = new Map<string, number>()
    try {
      let run = await start(0, env)
      for (let n = 0; n < kills; n += 1) {
        const importId = await send()
        // Early and late ones: half of them once the lines are read and compared.
        if (n % 2 === 0) await pollUntil(async () => (await infoOf(importId)).state !== 'reading')
        await wait(random.int(0, 1_500))
        run.child.kill('SIGKILL')
        await exitCodeOf(run)
        // Nobody need wait until it is sure that nobody reads it any more.
        await query(
          ownerUrl,
          `update channel_import set alive_at = now() - interval '1 hour' where ended_at is null`,
        )
        run = await start(0, env)
        const { state, problem } = await endOf(importId)
        states.set(state, (states.get(state) ?? 0) + 1)
        expect([state, problem]).toEqual(state === 'done' ? ['done', null] : ['failed', importInterrupted])
        const statements = await count('select count(*) as n from channel_statement')
        expect(statements).toBeLessThanOrEqual(1)
        expect(await count('select count(*) as n from channel_line')).toBe(statements * lines)
        // The next one is to be killed as well.
        if (statements === 1)
          await query(ownerUrl, 'truncate channel_statement, channel_line, channel_import')
      }
      console.log([...states].map(([state, times]) => `${times} ${state}`).join(', '))
      expect(states.get('failed')).toBeGreaterThan(0)
      const [taken, again] = [await endOf(await send()), await endOf(await send())]
      expect([taken.state, taken.repeated, again.state, again.repeated]).toEqual([
        'done',
        false,
        'done',
        true,
      ])
      expect(again.statementId).toBe(taken.statementId)
      expect(await count('select count(*) as n from channel_line')).toBe(lines)
      expect(await wrongData(first, ownerUrl)).toEqual([])
    } finally {
      await stop()
      await paysim.stop()
    }
  },
)
