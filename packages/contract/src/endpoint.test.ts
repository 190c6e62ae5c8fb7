import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'

const changes = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries<Endpoint>(calls).flatMap(([name, call]): [string, Endpoint][] =>
    call.change === undefined ? [] : [[`${domain}.${name}`, call]],
  ),
)

test.each(changes)('%s: who edits a version of a record says which field names the record', (_name, call) => {
  const { properties = {} } =
    call.input === undefined ? {} : z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  if (call.record !== undefined) expect(Object.keys(properties)).toContain(call.record)
  if ('version' in properties) expect(call.record).toBeDefined()
})
