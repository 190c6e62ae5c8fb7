import { afterEach, expect } from 'vitest'
import { checkData, type Finding } from '../src/modules/tools/integrity/service.ts'
import { modules } from '../src/modules.ts'
import { makeDataKeys } from '../src/platform/keys/dataKeys.ts'
import type { Check } from '../src/platform/parts.ts'
import { gatherParts } from '../src/platform/parts.ts'
import { openDb, openPool } from '../src/platform/postgres/db.ts'
import { readDataKeys } from '../src/platform/start/secrets.ts'
import type { TestApp } from './app.ts'
import type { Site } from './serverProcess.ts'

/** What `npm run check-data` finds wrong in the database behind a server. */
export async function wrongData(
  { dataDir, env }: Pick<Site, 'dataDir' | 'env'>,
  ownerUrl: string,
): Promise<Finding[]> {
  const db = openDb(openPool(ownerUrl, 1))
  try {
    const keys = makeDataKeys(() => readDataKeys({ dataDir, dataKey: env?.DATA_KEY }))
    return wrongOf(await checkData(db, gatherParts(modules).checks, keys))
  } finally {
    await db.destroy()
  }
}

/** The same of an app that runs in the test, of all or of some checks. */
export async function wrongIn(
  { services: { db, parts, dataKeys } }: Pick<TestApp, 'services'>,
  checks: readonly Check[] = parts.checks,
): Promise<Finding[]> {
  return wrongOf(await checkData(db, checks, dataKeys))
}

/** After each test, whatever it did, all that is kept beside the facts is what they say; or what some checks look at. */
export function dataAgrees(app: () => TestApp, checks?: readonly Check[]): void {
  afterEach(async () => expect(await wrongIn(app(), checks)).toEqual([]))
}

const wrongOf = (findings: readonly Finding[]) => findings.filter(({ wrong }) => wrong > 0)
