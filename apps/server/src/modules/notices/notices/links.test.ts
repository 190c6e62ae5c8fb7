import { type CommentKind, commentKinds } from '@drivesim/contract'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { loadSamples } from '../../../../test/domainSamples.ts'
import { makePlace } from '../../../../test/place.ts'
import { commentSubject } from '../../tools/comments/part.service.ts'

// What a reminder is about opens with one press: its link names the record.

/** The table of each subject, and the key of the address by which its page is asked for one. */
const records: Readonly<Record<string, readonly [table: string, key: string]>> = {
  simulator: ['simulator', 'simulatorId'],
  workOrder: ['work_order', 'orderId'],
  bill: ['bill', 'billId'],
  contract: ['contract', 'contractId'],
  recharge: ['recharge_order', 'orderId'],
}
/** What is no record: its link leads to the classrooms as they are now. */
const shownWhole = ['outage']
/** Comments of each kind of record have one shape of link, which `comments.test.ts` opens. */
const comments = (Object.keys(commentKinds) as CommentKind[]).map(commentSubject)

let app: TestApp
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  const place = await makePlace(app, 'LINK')
  for (const domain of ['contracts', 'orders', 'bills', 'workOrders'])
    await (await loadSamples(domain)).inputs(app, place)
})

const newest = async (table: string) => {
  const [row] = await query(app.database.ownerUrl, `select max(id)::int as id from ${table}`)
  return z.object({ id: z.int() }).parse(row).id
}

test('each subject of each domain has a link to its record', async () => {
  const { parts, db } = app.services
  const subjects = parts.notices.map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([...Object.keys(records), ...shownWhole, ...comments].toSorted())
  for (const { subject, describe } of parts.notices) {
    const [table, key] = records[subject] ?? []
    if (table === undefined) continue
    const id = await newest(table)
    const text = (await describe(db, [id])).get(id)
    expect(text, subject).toBeDefined()
    const { searchParams } = new URL(text?.link ?? '', 'https://a.example')
    expect([subject, searchParams.get(key ?? ''), [...searchParams].length]).toEqual([subject, String(id), 1])
  }
})
