import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { connectAtStart } from './connectAtStart.ts'

test('a program that was busy itself does not give up a database that answered', async () => {
  const connecting = connectAtStart(inject('testServer').adminUrl, undefined, 1000)
  const until = Date.now() + 1500
  setImmediate(() => {
    while (Date.now() < until);
  })
  await (await connecting).end()
})

test('one that never answers is given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await expect(connectAtStart(`postgresql://a:b@127.0.0.1:${port}/c`, undefined, 200)).rejects.toThrow(
    `连不上数据库 postgresql://a@127.0.0.1:${port}/c：timeout expired`,
  )
  silent.close()
})
