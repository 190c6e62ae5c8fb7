import { expect } from 'vitest'
import { oneOpenOrder } from '../src/modules/operations/faultIntake/checks.queries.ts'
import * as figures from '../src/modules/operations/opsFigures/checks.queries.ts'
import { workOrderChecks } from '../src/modules/operations/workOrders/checks.service.ts'
import type { DataKeys } from '../src/platform/keys/dataKeys.ts'
import type { Db } from '../src/platform/postgres/db.ts'
import type { TestApp } from './app.ts'

/** What must hold of work orders and of what is counted of them, holds. */
export const expectSound = ({ services: { db, dataKeys } }: TestApp): Promise<void> =>
  expectSoundOrders(db, dataKeys)

/** The same of a database without a server; none of the checks opens what is sealed. */
export async function expectSoundOrders(db: Db, dataKeys?: DataKeys): Promise<void> {
  for (const check of [...workOrderChecks, oneOpenOrder, ...Object.values(figures)]) {
    const rows = 'wrong' in check ? (await db.executeQuery(check.wrong.compile(db))).rows : []
    const found = 'find' in check ? (await check.find(db, dataKeys as DataKeys)).first : '[]'
    expect([check.title, rows, found]).toEqual([check.title, [], '[]'])
  }
}
