import { contract } from '@drivesim/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { type Anchor, keepAnchor, readAnchors } from './anchors.storage.ts'
import { checkChain } from './check.service.ts'
import { cutOld, sealCommitted } from './seal.service.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

const sql = (text: string, values?: unknown[]) => query(app.database.ownerUrl, text, values)
/** What somebody does who has the owner's role: triggers do not stop them. */
const forge = (text: string) => sql(`begin; set local session_replication_role = replica; ${text}; commit`)
const seal = () => sealCommitted(app.services.db, app.services.dataKeys)
const check = (anchors?: readonly Anchor[]) => checkChain(app.services.db, app.services.dataKeys, anchors)
const problems = async (anchors?: readonly Anchor[]) => (await check(anchors)).problems

describe('what was sealed', () => {
  let sealed: number
  beforeEach(async () => {
    for (let index = 0; index < 3; index += 1) {
      const person = await app.signedIn({ codes: ['system:role'] })
      await person.call(contract.roles.add, { roleName: `角色${index}`, codes: [] })
    }
    await seal()
    const { seals, problems } = await check()
    expect(problems).toEqual([])
    sealed = seals
  })

  test('is every sign-in and every act', async () => {
    const [counted] = await sql(
      `select (select count(*) from security_event)::int as events, (select count(*) from operation_log)::int as acts,
         (select count(*) from unsealed_log)::int as waiting`,
    )
    expect(counted).toEqual({ events: expect.any(Number), acts: 3, waiting: 0 })
    const [seals] = await sql(`select count(*)::int as count from log_seal where source = 'operation'`)
    expect(seals).toEqual({ count: 3 })
    expect(sealed).toBeGreaterThanOrEqual(6)
  })

  test.each([
    [
      'an event is changed',
      `update security_event set account = 'other' where id = (select min(id) from security_event)`,
      '与封存时不一致',
    ],
    [
      'an act is changed',
      `update operation_log set label = '别的' where id = (select max(id) from operation_log)`,
      '与封存时不一致',
    ],
    [
      'an event is taken out',
      `delete from security_event where id = (select max(id) from security_event)`,
      '不见了',
    ],
    ['a seal is taken out', `delete from log_seal where seq = 2`, '缺少 1 个封条'],
    ['a seal is another one', `update log_seal set hash = sha256('x') where seq = 2`, '与封存时不一致'],
    [
      'the beginning is cut off',
      `delete from log_seal where seq = 1; insert into log_cut (seq, hash, mac) values (1, sha256('x'), sha256('x'))`,
      '不是本系统截去的',
    ],
  ])('%s: it is found', async (_what, statement, problem) => {
    await forge(statement)
    expect((await problems())[0]).toContain(problem)
  })

  test('ends where it was cut short: an anchor tells', async () => {
    const last = await seal()
    const anchor = {
      at: '2026-11-28T00:00:00.000Z',
      seq: Number(last?.seq),
      hash: last?.hash.toString('hex') ?? '',
    }
    const { dataDir } = app.services.config
    keepAnchor(dataDir, anchor)
    expect(readAnchors(dataDir)).toEqual([anchor])
    expect(await problems([anchor])).toEqual([])
    expect((await problems([{ ...anchor, hash: 'ab'.repeat(32) }]))[0]).toContain('锚点不一致')

    await forge(`delete from security_event e using log_seal s where s.source = 'event' and s.row_id = e.id and s.seq = ${anchor.seq};
      delete from log_seal where seq = ${anchor.seq}`)
    expect(await problems()).toEqual([])
    expect((await problems([anchor]))[0]).toContain('后面的被删去了')
  })

  test('cannot be changed by the application', async () => {
    await expect(query(app.database.appUrl, 'update log_seal set seq = seq + 100')).rejects.toThrow(
      'permission denied',
    )
    await expect(query(app.database.appUrl, 'delete from log_seal')).rejects.toThrow('permission denied')
    await expect(query(app.database.appUrl, 'update security_event set times = 7')).rejects.toThrow(
      'is sealed',
    )
  })

  test('is dropped after a year with what it sealed, and the chain goes on after the cut', async () => {
    await expect(sql('select cut_log(2)')).rejects.toThrow('kept for a year')
    await forge(`update log_seal set sealed_at = now() - interval '13 months' where seq <= 2`)
    await cutOld(app.services.db, app.services.dataKeys)
    expect(await check()).toMatchObject({ seals: sealed - 2, problems: [] })
    await app.signedIn()
    await seal()
    expect(await check()).toMatchObject({ seals: sealed - 1, problems: [] })
  })
})

test('what counts on is sealed when its hour is over', async () => {
  const person = await app.signedIn()
  await app.signIn(person.account, 'wrong')
  await seal()
  const waiting = () => sql(`select count(*)::int as count from unsealed_log`)
  expect(await waiting()).toEqual([{ count: 1 }])
  expect(await problems()).toEqual([])
  await sql(`update security_event set at = at - interval '2 hours' where tally is not null`)
  await sql(`update unsealed_log set since = since - interval '2 hours'`)
  expect((await problems())[0]).toContain('超过一分钟没有封存')
  await seal()
  expect(await waiting()).toEqual([{ count: 0 }])
  expect(await problems()).toEqual([])
})

test('two processes that seal at once make one chain', async () => {
  await Promise.all(Array.from({ length: 8 }, () => app.signedIn()))
  await Promise.all([seal(), seal(), seal()])
  expect(await problems()).toEqual([])
})
