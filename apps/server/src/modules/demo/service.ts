import type { SeedPart } from '../../platform/parts.ts'
import { openDb, openPool } from '../../platform/postgres/db.ts'
import type { Config } from '../../platform/start/config.ts'
import { type KeyConfig, loadSecrets } from '../../platform/start/secrets.ts'
import {
  addFirstAdministrator,
  openDemoAccounts,
  type ShownAccount,
  secureDemoAccounts,
} from './accounts.seed.ts'
import { seedDemo } from './seed.ts'

type FirstStartConfig = KeyConfig & Pick<Config, 'jwtSecret' | 'exposed' | 'adminPassword'>

/**
 * Puts the first things into an empty, migrated database: the demo business, or one administrator. Where others reach
 * the server no account keeps the demo's well-known password, whenever it was made.
 * @param ownerUrl the role that owns the tables, as for migrations
 * @param parts what the domains fill
 * @returns lines for the operator: accounts, and passwords that are shown now or never again
 */
export async function prepareFirstStart(
  ownerUrl: string,
  parts: readonly SeedPart[],
  config: FirstStartConfig,
  demo: boolean,
): Promise<string[]> {
  const db = openDb(openPool(ownerUrl, 1))
  try {
    const made = demo
      ? await seedDemo(db, parts, {
          dataDir: config.dataDir,
          dataKey: loadSecrets(config).dataKeys.newest.bytes,
          isLoopback: !config.exposed,
        })
      : await addFirstAdministrator(db, parts, config.adminPassword)
    if (made !== null && !demo) return lines('管理员账号（密码只显示这一次）', made)
    if (made !== null) return lines(config.exposed ? '演示账号（密码只显示这一次）' : '演示账号', made)
    if (!config.exposed) return lines('演示账号', await openDemoAccounts(db))
    return lines('服务器可从外部访问，演示账号已换成随机密码（只显示这一次）', await secureDemoAccounts(db))
  } finally {
    await db.destroy()
  }
}

function lines(title: string, accounts: readonly ShownAccount[]): string[] {
  if (accounts.length === 0) return []
  return [title, ...accounts.map(({ account, password }) => `  ${account.padEnd(8)}  ${password}`)]
}
