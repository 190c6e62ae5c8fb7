import { expect } from 'vitest'
import { workOrderChecks } from '../src/modules/workOrders/checks.service.ts'
import type { TestApp } from './app.ts'

/** What must hold of work orders, holds. */
export async function expectSound({ services: { db, dataKeys } }: TestApp): Promise<void> {
  for (const check of workOrderChecks) {
    const rows = 'wrong' in check ? (await db.executeQuery(check.wrong.compile(db))).rows : []
    const found = 'find' in check ? (await check.find(db, dataKeys)).first : '[]'
    expect([check.title, rows, found]).toEqual([check.title, [], '[]'])
  }
}
