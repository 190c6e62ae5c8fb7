import { verifyPassword } from '../../../platform/auth/passwords.ts'
import type { SeedPart } from '../../../platform/parts.ts'
import { type Db, openDb, openPool } from '../../../platform/postgres/db.ts'
import type { Config } from '../../../platform/start/config.ts'
import { type KeyConfig, loadSecrets } from '../../../platform/start/secrets.ts'
import { askNobody } from '../../trust/securityPolicy/service.ts'
import { addFirstAdministrator, openDemoAccounts, secureDemoAccounts } from './accounts.seed.ts'
import { leavePasswords, passwordsLeft, removePasswords, type ShownAccount } from './passwords.storage.ts'
import { readHashes } from './queries.ts'
import { seedDemo } from './seed.ts'

type FirstStartConfig = KeyConfig & Pick<Config, 'jwtSecret' | 'exposed' | 'adminPassword' | 'secondStepFor'>

/**
 * Puts the first things into an empty, migrated database: the demo business, or one administrator. Where others reach
 * the server no account keeps the demo's well-known password, whenever it was made.
 * @param ownerUrl the role that owns the tables, as for migrations
 * @param parts what the domains fill
 * @returns lines for the operator: accounts, and where passwords were left that were made now
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
      : await addFirstAdministrator(db, parts, config)
    if (demo) await askNobody(db)
    if (made !== null && !demo) return accountLines(config, '管理员账号，首次登录时须修改密码', made)
    if (made !== null)
      return config.exposed ? accountLines(config, '演示账号', made) : lines('演示账号', made)
    await forgetPasswords(db, config.dataDir)
    if (!config.exposed) return lines('演示账号', await openDemoAccounts(db))
    const changed = await secureDemoAccounts(db)
    return accountLines(config, '服务器可从外部访问，演示账号已换成随机密码', changed)
  } finally {
    await db.destroy()
  }
}

/** Says where passwords were left. */
function accountLines(
  { dataDir }: FirstStartConfig,
  title: string,
  accounts: readonly ShownAccount[],
): string[] {
  if (accounts.length === 0) return []
  const file = leavePasswords(dataDir, accounts)
  return [
    `${title}：${accounts.map(({ account }) => account).join('、')}`,
    `  密码不显示在这里，只写在 ${file}，看过后请删除`,
  ]
}

/** Removes passwords that were left and are nobody's any more. */
async function forgetPasswords(db: Db, dataDir: string): Promise<void> {
  const kept = passwordsLeft(dataDir)
  if (kept.length === 0) return
  const hashes = await readHashes(
    db,
    kept.map(({ account }) => account),
  )
  const good = await Promise.all(
    hashes.map(({ account, hash }) =>
      verifyPassword(hash, kept.find(one => one.account === account)?.password ?? ''),
    ),
  )
  if (!good.includes(true)) removePasswords(dataDir)
}

function lines(title: string, accounts: readonly ShownAccount[]): string[] {
  if (accounts.length === 0) return []
  return [title, ...accounts.map(({ account, password }) => `  ${account.padEnd(8)}  ${password}`)]
}
