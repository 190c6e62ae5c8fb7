import { errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { type AskerKind, HashingTurns } from './hashingTurns.ts'

/** Work that is done when told so. */
function workshop() {
  const turns = new HashingTurns()
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  const ask = (asking: AskerKind, name: string) =>
    turns.run(asking, () => {
      begun.push(name)
      return new Promise<void>(resolve => finish.set(name, resolve))
    })
  return { begun, ask, finish: (name: string) => finish.get(name)?.() }
}

test('two at once; who is known goes before strangers', async () => {
  const { begun, ask, finish } = workshop()
  const first = ask('stranger', 'a')
  void ask('stranger', 'b')
  const later = ask('stranger', 'c')
  const known = ask('known', 'd')
  expect(begun).toEqual(['a', 'b'])
  finish('a')
  await first
  await expect.poll(() => begun).toEqual(['a', 'b', 'd'])
  finish('d')
  await known
  await expect.poll(() => begun).toEqual(['a', 'b', 'd', 'c'])
  finish('c')
  await later
})

test('no more than 40 strangers wait, and they keep nobody out who is known', async () => {
  const { ask } = workshop()
  const waiting = Array.from({ length: 42 }, (_, at) => ask('stranger', String(at)))
  await expect(ask('stranger', 'late')).rejects.toMatchObject({ code: errors.unavailable.code })
  const known = ask('known', 'known')
  const state = await Promise.race([
    known.then(
      () => 'done',
      () => 'refused',
    ),
    Promise.resolve('waiting'),
  ])
  expect(state).toBe('waiting')
  expect(waiting).toHaveLength(42)
})
