import { accessCodes, errors } from '@drivesim/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { systemScope } from '../src/platform/auth/scope.ts'
import type { Person } from '../src/platform/http/call.ts'
import { type TestApp, testApp } from './app.ts'
import {
  foreignCalls,
  foreignProblem,
  idFields,
  type MatrixCall,
  makeWorld,
  matrixCalls,
  type World,
} from './matrix.ts'
import { patience } from './pace.ts'

// What the matrix is worth: with a limit taken out, which of the calls that it guards does it see? One that it does not
// see has a sample that finds nothing of the other school.

const guarded = matrixCalls.filter(({ endpoint: { access } }) => access !== 'anonymous' && access !== 'basic')
const answering = guarded.filter(({ endpoint }) => endpoint.reply !== 'events')

let app: TestApp
let world: World
beforeAll(async () => {
  app = await testApp()
  world = await makeWorld(app)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

/** Everybody who calls is taken for somebody who may do more. */
function takeOut(limit: (person: Person) => Person): void {
  const { authentication } = app.services
  const find = authentication.findPerson
  vi.spyOn(authentication, 'findPerson').mockImplementation(async (...issued) => {
    const person = await find(...issued)
    return typeof person === 'string' ? person : limit(person)
  })
}

/** Those of the calls in which the matrix sees something wrong. */
async function noticed(calls: readonly MatrixCall[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const call of calls) {
    for (const foreignCall of foreignCalls(world, call)) {
      await world.hold(accessCodes)
      if ((await foreignProblem(world, foreignCall)) === undefined) continue
      found.add(call.name)
      if (call.endpoint.change !== undefined) await world.restore()
      break
    }
  }
  return found
}

test('a missing check of scope or owner is noticed by every call that takes an id', {
  timeout: patience(120_000),
}, async () => {
  const withIds = answering.filter(call => idFields(world, call).length > 0)
  const others = answering.filter(
    call => call.endpoint.change === undefined && idFields(world, call).length === 0,
  )
  takeOut(person => ({ ...person, scope: systemScope }))
  const byScope = await noticed(withIds)
  const lists = await noticed(others)
  vi.restoreAllMocks()
  // What is a person's own knows no scope: there everybody is taken for the owner.
  takeOut(person => ({ ...person, id: world.foreign.me }))
  const byOwner = await noticed(withIds.filter(({ name }) => !byScope.has(name)))

  const unseen = withIds.filter(({ name }) => !byScope.has(name) && !byOwner.has(name))
  console.log(
    `matrix: ${byScope.size + byOwner.size} of ${withIds.length} calls that take an id notice a missing check ` +
      `(${byScope.size} of scope, ${byOwner.size} of the owner); of ${others.length} that read without one ${lists.size} do`,
  )
  expect(unseen.map(({ name }) => name)).toEqual([])
})

test('a missing check of codes is noticed by every call that needs one', {
  timeout: patience(60_000),
}, async () => {
  const withCodes = guarded.filter(({ endpoint: { access } }) => typeof access !== 'string')
  takeOut(person => ({ ...person, codes: new Set(accessCodes) }))
  await world.hold([])
  const unseen: string[] = []
  for (const call of withCodes) {
    const { code } = await world.send(call, { simulatorId: 'rubbish' })
    if (code === errors.forbidden.code) unseen.push(call.name)
  }
  console.log(
    `matrix: ${withCodes.length - unseen.length} of ${withCodes.length} calls that need a code notice a missing check`,
  )
  expect(unseen).toEqual([])
})
