import { contract, errors } from '@drivesim/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { makeMember } from '../../../../test/factories.ts'
import { patience } from '../../../../test/pace.ts'
import { mostOpen, mostOpenOfOne } from '../../../platform/pictures/pictureProcess.ts'

// The process that pictures are made in: held in the middle of its work, killed, and asked for too much.

const { upload } = contract.files
let app: TestApp
let person: Client
beforeAll(async () => {
  app = await testApp()
  person = await app.signedIn()
})
afterAll(() => app.close())
afterEach(() => resume())

let held: number | undefined
/** Stops the process wherever it is: what it gets from now on is under way until it goes on. */
async function hold(): Promise<number> {
  expect((await person.send(upload, {})).code).toBe(0)
  const { pid } = app.services.pictures
  if (pid === undefined) throw new Error('no process')
  process.kill(pid, 'SIGSTOP')
  held = pid
  return pid
}
function resume(): void {
  if (held !== undefined) process.kill(held, 'SIGCONT')
  held = undefined
}

test('it is a process of its own, the same from picture to picture', async () => {
  expect((await person.send(upload, {})).code).toBe(0)
  const { pid } = app.services.pictures
  expect(pid).not.toBe(process.pid)
  expect((await person.send(upload, {})).code).toBe(0)
  expect(app.services.pictures.pid).toBe(pid)
})

test('when it dies, the picture under way is refused with a sentence; those that wait and the next are taken', async () => {
  const pid = await hold()
  const underWay = person.send(upload, {})
  await open(1)
  const waiting = person.send(upload, {})
  await open(2)
  held = undefined
  process.kill(pid, 'SIGKILL')
  expect(await underWay).toMatchObject({
    status: 200,
    code: errors.pictureFailed.code,
    msg: '这张图片没有处理成功，请重新上传；如仍失败请换一张图片',
  })
  expect((await waiting).code).toBe(0)
  expect((await person.send(upload, {})).code).toBe(0)
  expect(app.services.pictures.pid).not.toBe(pid)
})

test('more than its bound are refused with a sentence, of one person and of all; sign-ins go on meanwhile', async () => {
  const { account, password } = await makeMember(app.services.pool)
  const people = await Promise.all(Array.from({ length: mostOpen / mostOpenOfOne + 1 }, () => app.signedIn()))
  await hold()
  const [first, ...others] = people
  const last = others.pop()
  if (first === undefined || last === undefined) throw new Error('too few')
  const sendAll = (who: Client) => Array.from({ length: mostOpenOfOne }, () => who.send(upload, {}))
  const busy = { status: 200, code: errors.picturesBusy.code, msg: '正在处理的图片太多，请几秒后重新上传' }
  const taken = sendAll(first)
  await open(mostOpenOfOne)
  expect(await first.send(upload, {})).toMatchObject(busy)
  taken.push(...others.flatMap(sendAll))
  await open(mostOpen)
  expect(await last.send(upload, {})).toMatchObject(busy)

  // Not one of the threads that hash passwords is taken: with all pictures standing still, this comes back.
  expect((await app.signIn(account, password)).code).toBe(0)

  resume()
  expect((await Promise.all(taken)).map(({ code }) => code)).toEqual(Array(mostOpen).fill(0))
  expect((await last.send(upload, {})).code).toBe(0)
})

/** Waits until so many pictures are under way or wait. */
const open = (count: number) =>
  expect.poll(() => app.services.pictures.open, { timeout: patience(20_000) }).toBe(count)
