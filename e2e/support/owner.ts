import { openPool } from '@drivesim/server/dist/src/platform/postgres/db.js'
import { withOwnedDatabase } from '@drivesim/server/dist/src/platform/postgres/operatorDatabase.js'
import { dataDir } from './api.ts'

type Pool = ReturnType<typeof openPool>

/** Does what no call can, such as writing something of a month that is over, under the role that owns the database. */
export const asOwner = <T>(work: (pool: Pool) => Promise<T>): Promise<T> =>
  withOwnedDatabase(
    { dataDir: dataDir(), databaseUrl: undefined, migrateDatabaseUrl: undefined },
    async ownerUrl => {
      const pool = openPool(ownerUrl, 1)
      try {
        return await work(pool)
      } finally {
        await pool.end()
      }
    },
  )
