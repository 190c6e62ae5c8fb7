import { checkData, type Finding } from '../src/modules/integrity/service.ts'
import { modules } from '../src/modules.ts'
import { makeDataKeys } from '../src/platform/keys/dataKeys.ts'
import { gatherParts } from '../src/platform/parts.ts'
import { openDb, openPool } from '../src/platform/postgres/db.ts'
import { readDataKeys } from '../src/platform/start/secrets.ts'
import type { Site } from './serverProcess.ts'

/** What `npm run check-data` finds wrong in the database behind a server. */
export async function wrongData({ dataDir }: Site, ownerUrl: string): Promise<Finding[]> {
  const db = openDb(openPool(ownerUrl, 1))
  try {
    const keys = makeDataKeys(() => readDataKeys({ dataDir, dataKey: undefined }))
    const findings = await checkData(db, gatherParts(modules).checks, keys)
    return findings.filter(({ wrong }) => wrong > 0)
  } finally {
    await db.destroy()
  }
}
