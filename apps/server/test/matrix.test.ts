import { type AccessCode, accessCodes, errors, pathParameters } from '@drivesim/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { basicHeader, type TestApp, testApp } from './app.ts'
import { query } from './database.ts'
import {
  codeOf,
  foreignCalls,
  foreignProblem,
  type MatrixCall,
  makeWorld,
  matrixCalls,
  type World,
} from './matrix.ts'

// The whole contract × accounts × another organisation's ids: a new call is covered the day it is written.

const guarded = matrixCalls.filter(({ endpoint: { access } }) => access !== 'anonymous' && access !== 'basic')
/** A stream that is admitted does not end by itself. */
const answering = guarded.filter(({ endpoint }) => endpoint.reply !== 'events')
const byCode = guarded.flatMap(call => {
  const { access } = call.endpoint
  return typeof access === 'string' ? [] : [[call.name, call, access] as const]
})
const named = (calls: readonly MatrixCall[]) => calls.map(call => [call.name, call] as const)
const withAccess = (access: string) => named(matrixCalls.filter(({ endpoint }) => endpoint.access === access))

let app: TestApp
let world: World
/** Reads leave the two schools as they are; after anything else they are brought back. */
let used = false
beforeAll(async () => {
  app = await testApp()
  world = await makeWorld(app)
})
beforeEach(async () => {
  if (used) await world.restore()
  used = false
})
afterAll(() => app.close())

/** A file stands in the security log, with what was asked for. */
const mayWrite = ({ endpoint }: MatrixCall) => {
  used ||= endpoint.change !== undefined || endpoint.reply === 'file'
}

test('every path and method stands once', () => {
  const routes = matrixCalls.map(({ endpoint: { method, path } }) => `${method} ${path}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test.each(named(matrixCalls))('%s: its own schema takes its sample', (_name, call) => {
  const { params, input, path } = call.endpoint
  const sample = world.input(call, 'own')
  for (const schema of [params, input]) {
    if (schema !== undefined) expect(schema.safeParse(sample)).toMatchObject({ success: true })
  }
  expect(Object.keys(sample)).toEqual(expect.arrayContaining(pathParameters(path)))
})

describe('without signing in', () => {
  test.each(named(guarded))('%s: -80230, whatever is sent', async (_name, call) => {
    expect(await app.send(call.endpoint, world.input(call, 'own'))).toMatchObject({
      status: 200,
      code: -80230,
    })
    expect(await app.send(call.endpoint, { simulatorId: 'rubbish' })).toMatchObject({ code: -80230 })
  })

  test.each(withAccess('basic'))('%s: the client credential', async (_name, call) => {
    const input = world.input(call, 'own')
    expect(await app.send(call.endpoint, input)).toMatchObject({ code: errors.basicCredential.code })
    const answer = await app.send(call.endpoint, input, { authorization: basicHeader })
    expect(answer).toMatchObject({ status: 200, code: call.sample.refused?.code ?? 0 })
  })

  test.each(withAccess('anonymous'))('%s: open', async (_name, call) => {
    expect(await app.send(call.endpoint, world.input(call, 'own'))).toMatchObject({
      code: call.sample.refused?.code ?? 0,
    })
  })
})

describe('lacking the code', () => {
  test.each(byCode)(
    '%s: every other code together does not help, access before validation',
    async (_name, call, access) => {
      await world.hold(accessCodes.filter(code => !access.includes(code)))
      for (const input of [world.input(call, 'own'), { simulatorId: 'rubbish' }]) {
        expect(await world.send(call, input)).toMatchObject({ status: 200, code: errors.forbidden.code })
      }
    },
  )
})

describe('where a second step is asked for', () => {
  const ask = async (due: string) => {
    used = true
    const { ownerUrl } = app.database
    await query(ownerUrl, 'delete from factor')
    await query(
      ownerUrl,
      `update security_policy set second_step_for = 'all', codes_due_at = ${due}, all_due_at = ${due}, grace_days = 0`,
    )
  }
  afterAll(() => query(app.database.ownerUrl, `update security_policy set second_step_for = 'none'`))

  const waiting = guarded.filter(({ endpoint }) => endpoint.withoutFactor !== true)
  test.each(named(waiting))('%s: -12902 before there is one', async (_name, call) => {
    await ask('now()')
    await world.hold(accessCodes)
    for (const input of [world.input(call, 'own'), { simulatorId: 'rubbish' }])
      expect(await world.send(call, input)).toMatchObject({ status: 200, code: errors.factorMissing.code })
  })

  const proven = answering.filter(({ endpoint }) => endpoint.stepUp !== undefined)
  test.each(named(proven))('%s: -12903 an hour after its person proved who they are', async (_name, call) => {
    await ask(`now() + interval '1 day'`)
    await world.hold(accessCodes)
    await query(app.database.ownerUrl, `update session set authenticated_at = now() - interval '1 hour'`)
    for (const input of [world.input(call, 'own'), { simulatorId: 'rubbish' }])
      expect(await world.send(call, input)).toMatchObject({ status: 200, code: errors.proofNeeded.code })
  })
})

describe('with one sufficient code, at home', () => {
  const owners = answering.flatMap(call => {
    const { access } = call.endpoint
    const codes: readonly (AccessCode | undefined)[] = typeof access === 'string' ? [undefined] : access
    return codes.map(code => [`${call.name} ${code ?? 'signed in'}`, call, code] as const)
  })
  test.each(owners)('%s', async (_name, call, code) => {
    mayWrite(call)
    const { platformOnly, refused } = call.sample
    await world.hold(code === undefined ? [] : [code], platformOnly === undefined ? 'school' : 'platform')
    const answer = await world.send(call, world.input(call, 'own'))
    expect(answer.status).toBe(200)
    expect(codeOf(call.endpoint, answer), answer.msg).toBe(refused?.code ?? 0)
  })
})

describe("a foreign organisation's ids", () => {
  test.each(named(answering))('%s: nothing is shown, nothing changes', async (_name, call) => {
    const problems: string[] = []
    for (const foreignCall of foreignCalls(world, call)) {
      mayWrite(call)
      await world.hold(accessCodes)
      const problem = await foreignProblem(world, foreignCall)
      if (problem !== undefined) problems.push(`${foreignCall.field ?? 'all'}: ${problem}`)
    }
    expect(problems).toEqual([])
  })
})
