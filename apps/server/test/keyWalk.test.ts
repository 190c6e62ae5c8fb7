import { accessCodes, apiKeyCodes, errors } from '@drivesim/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeysOf, type Program } from './apiKeys.ts'
import { type TestApp, testApp } from './app.ts'
import { query } from './database.ts'
import { codeOf, foreignMark, type MatrixCall, makeWorld, matrixCalls, type World } from './matrix.ts'

// The whole contract × a key with every code, with none, and with another organisation's ids: the rows of the access matrix for keys.

let app: TestApp
let world: World
let [able, bare, reader]: Program[] = []
const { keyOf } = apiKeysOf(() => app)

beforeAll(async () => {
  app = await testApp()
  world = await makeWorld(app)
  await makeKeys()
})
afterAll(() => app.close())

/** Both schools are brought back with what is made anew after it. */
async function makeKeys() {
  await world.hold(accessCodes)
  const me = {
    call: (endpoint: Parameters<Program['call']>[0], input: unknown) =>
      app.send(endpoint, input, { authorization: `Bearer ${world.own.tokens.token}` }),
  } as Parameters<typeof keyOf>[0]
  able = await keyOf(me, { name: '全部权限', codes: [...apiKeyCodes], mayExport: true })
  bare = await keyOf(me, { name: '没有权限', mayExport: true })
  reader = await keyOf(me, { name: '不能导出', codes: [...apiKeyCodes] })
}

let sent = 0
/** Each change is one of its own. */
const send = (program: Program | undefined, { endpoint }: MatrixCall, input: unknown) => {
  sent += 1
  if (program === undefined) throw new Error('no key')
  return program.call(endpoint, input, { 'idempotency-key': `walk-of-keys-${sent}` })
}
const changes = ({ endpoint }: MatrixCall) => endpoint.change !== undefined
const restoreAfter = async (call: MatrixCall) => {
  if (!changes(call)) return
  await world.restore()
  await makeKeys()
}

const guarded = matrixCalls.filter(({ endpoint: { access } }) => access !== 'anonymous' && access !== 'basic')
const named = (calls: readonly MatrixCall[]) => calls.map(call => [call.name, call] as const)
const open = guarded.filter(({ endpoint }) => endpoint.forKeys !== undefined)
const closed = guarded.filter(({ endpoint }) => endpoint.forKeys === undefined)

test.each(named(closed))('%s: closed, whatever is sent', async (_name, call) => {
  for (const input of [world.input(call, 'own'), { simulatorId: 'rubbish' }])
    expect(await send(able, call, input)).toMatchObject({ status: 200, code: errors.closedToKeys.code })
})

describe('open', () => {
  test.each(named(open))('%s: with the codes as its owner', async (_name, call) => {
    const { platformOnly, refused } = call.sample
    await world.hold(accessCodes, platformOnly === undefined ? 'school' : 'platform')
    const answer = await send(able, call, world.input(call, 'own'))
    expect(codeOf(call.endpoint, answer), answer.msg).toBe(refused?.code ?? 0)
    await restoreAfter(call)
  })

  const withCode = open.filter(({ endpoint: { access } }) => typeof access !== 'string')
  test.each(named(withCode))('%s: without the code, though its owner has it', async (_name, call) => {
    await world.hold(accessCodes)
    expect(await send(bare, call, world.input(call, 'own'))).toMatchObject({ code: errors.forbidden.code })
  })

  test.each(named(open))('%s: nothing of another organisation', async (_name, call) => {
    await world.hold(accessCodes)
    const { ownerUrl } = app.database
    const changesBefore = await query(ownerUrl, 'select count(*) from operation_log')
    const answer = await send(able, call, world.input(call, 'foreign'))
    expect(answer.body.replace(answer.msg, '')).not.toContain(foreignMark)
    if (changes(call)) {
      expect(answer.code).not.toBe(0)
      expect(await query(ownerUrl, 'select count(*) from operation_log')).toEqual(changesBefore)
    }
  })

  const files = open.filter(({ endpoint }) => endpoint.reply === 'file')
  test.each(named(files))('%s: no file where its maker did not allow them', async (_name, call) => {
    expect(await send(reader, call, world.input(call, 'own'))).toMatchObject({
      code: errors.keyMayNotExport.code,
    })
  })

  test.each(named(open.filter(changes)))('%s: not without an idempotency key', async (_name, call) => {
    expect(await able?.call(call.endpoint, world.input(call, 'own'))).toMatchObject({
      code: errors.keyNeedsIdempotency.code,
    })
  })
})
