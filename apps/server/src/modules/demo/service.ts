import type { Kysely } from 'kysely'
import type { DB } from '../../generated/schema.ts'
import type { Config } from '../../platform/config.ts'
import {
  addFirstAdministrator,
  openDemoAccounts,
  type ShownAccount,
  secureDemoAccounts,
} from './accounts.seed.ts'
import { isEmpty, lockSeeding } from './queries.ts'
import { seedDemo } from './seed.ts'

/**
 * Puts the first things into an empty database: the demo business, or one administrator. On any other address
 * than loopback no account keeps the demo's well-known password, whenever it was made.
 * @returns lines for the operator: accounts and passwords that are shown now or never again
 */
export async function furnish(
  db: Kysely<DB>,
  config: Pick<Config, 'dataDir' | 'loopback' | 'adminPassword'>,
  demo: boolean,
): Promise<string[]> {
  if (demo) {
    const made = await seedDemo(db, { dataDir: config.dataDir, isLoopback: config.loopback })
    if (made !== null) return lines(config.loopback ? '演示账号' : '演示账号（密码只显示这一次）', made)
  } else {
    const made = await addAdministrator(db, config.adminPassword)
    if (made.length > 0) return lines('管理员账号（密码只显示这一次）', made)
  }
  if (config.loopback) return lines('演示账号', await openDemoAccounts(db))
  return lines('服务器可从外部访问，演示账号已换成随机密码（只显示这一次）', await secureDemoAccounts(db))
}

function addAdministrator(db: Kysely<DB>, password: string | undefined): Promise<ShownAccount[]> {
  return db.transaction().execute(async transaction => {
    await lockSeeding(transaction)
    return (await isEmpty(transaction)) ? addFirstAdministrator(transaction, password) : []
  })
}

function lines(title: string, accounts: readonly ShownAccount[]): string[] {
  if (accounts.length === 0) return []
  return [title, ...accounts.map(({ account, password }) => `  ${account.padEnd(8)}  ${password}`)]
}
