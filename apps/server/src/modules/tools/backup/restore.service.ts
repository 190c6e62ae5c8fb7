import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, openFiles, requireStore } from '../../../platform/files/openFiles.ts'
import { openingWith, readIdentities } from '../../../platform/keys/age.ts'
import { connectAtStart } from '../../../platform/postgres/connectAtStart.ts'
import { appRole, ownerRole, startEmbeddedPostgres } from '../../../platform/postgres/embeddedPostgres.ts'
import { endRestore, migrate, roleOf } from '../../../platform/postgres/migrate.ts'
import type { Config } from '../../../platform/start/config.ts'
import { unfinishedRestore } from '../../../platform/start/dataFolder.ts'
import { lockInstance } from '../../../platform/start/instanceLock.ts'
import { StartError } from '../../../platform/start/startError.ts'
import { writeDurably } from '../../../platform/start/writeDurably.ts'
import { inOneTransaction, isNew, mayRestore, prepareTables, rowsInto, settleRows } from './queries.ts'
import { copyAll } from './service.ts'
import {
  contentOf,
  giveRows,
  isEmptyFolder,
  isSealed,
  keptSecrets,
  type Manifest,
  readManifest,
  refuseDamaged,
  sealedFilesIn,
  type Vault,
} from './storage.ts'

type RestoreConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'migrateDatabaseUrl' | 'filesBucket'>

/**
 * Makes an empty data folder, and an external database where one is given, what they were when the back-up was taken; the next start
 * migrates on. What was broken off is told from a whole one, and not started from.
 * @param identity the file with what opens it, where it is encrypted
 * @returns lines for the operator @throws StartError, StoreAway
 */
export async function restore(
  config: RestoreConfig,
  folder: string,
  identity?: string | undefined,
): Promise<string[]> {
  const { dataDir } = config
  const vault = vaultOf(folder, identity)
  const manifest = await readManifest(vault)
  if (!isEmptyFolder(dataDir)) {
    throw new StartError(`数据文件夹 ${dataDir} 不是空的，请移走里面的内容，或用 DATA_DIR 指明一个空文件夹`)
  }
  await refuseDamaged(vault, manifest)
  const files = openFiles(config)
  await requireStore(files)
  const external = config.migrateDatabaseUrl ?? config.databaseUrl
  if (external !== undefined) await refuseUnfit(external)
  mkdirSync(dataDir, { recursive: true })
  const lock = lockInstance(dataDir, '恢复')
  try {
    const mark = unfinishedRestore(dataDir)
    mark.set()
    if (external === undefined) await loadEmbedded(dataDir, vault, manifest)
    else await load({ ownerUrl: external, appRole: roleOf(config.databaseUrl ?? external) }, vault, manifest)
    await copyAll(vault.through === null ? filesIn(folder) : sealedFilesIn(vault, manifest), files)
    for (const name of keptSecrets(vault)) {
      const parts: Uint8Array[] = []
      for await (const part of contentOf(vault, name)) parts.push(part)
      writeDurably(join(dataDir, name), Buffer.concat(parts).toString('utf8'))
    }
    mark.clear()
  } finally {
    lock.release()
  }
  const rows = external === undefined ? dataDir : ` ${dataDir} 和 DATABASE_URL 指明的数据库`
  const where = config.filesBucket === undefined ? '' : '，图片和文件恢复到 FILES_URL 指明的存储'
  return [`已把 ${manifest.takenAt} 的备份恢复到${rows}${where}，可以用 npm run check-data 核对，再启动服务`]
}

/** @throws StartError where there is no back-up, or what opens it was not given */
function vaultOf(folder: string, identity: string | undefined): Vault {
  const sealed = isSealed(folder)
  if (sealed === undefined)
    throw new StartError(`${folder} 里没有完整的备份（缺少 backup.json 或 backup.json.age），请检查路径`)
  if (sealed && identity === undefined)
    throw new StartError(`${folder} 的备份已加密，请用 --identity <私钥文件> 给出打开它的私钥`)
  // Whoever expects an encrypted one was given another.
  if (!sealed && identity !== undefined)
    throw new StartError(`${folder} 的备份没有加密，请核对是不是要恢复的那一份；是的话去掉 --identity`)
  return { folder, through: identity === undefined ? null : openingWith(readIdentities(identity)) }
}

/** @throws StartError where rows cannot be put into an external database */
async function refuseUnfit(url: string): Promise<void> {
  const client = await connectAtStart(url)
  try {
    if (!(await isNew(client)))
      throw new StartError('DATABASE_URL 指明的数据库不是空的，请新建一个数据库后重试')
    if (!(await mayRestore(client)))
      throw new StartError(
        `恢复时不能再触发规则，请先由数据库管理员执行：grant set on parameter session_replication_role to ${roleOf(url)}`,
      )
  } finally {
    await client.end()
  }
}

async function loadEmbedded(dataDir: string, vault: Vault, manifest: Manifest): Promise<void> {
  const { ownerUrl, adminUrl, stop } = await startEmbeddedPostgres({ dataDir })
  try {
    await load({ ownerUrl, appRole, adminUrl }, vault, manifest)
  } finally {
    await stop()
  }
}

interface Target {
  readonly ownerUrl: string
  readonly appRole: string | undefined
  /** Who puts the rows in, where the owner may not. */
  readonly adminUrl?: string
}

async function load(
  { ownerUrl, appRole, adminUrl }: Target,
  vault: Vault,
  manifest: Manifest,
): Promise<void> {
  await migrate(ownerUrl, { appRole, asOf: manifest.migrations, restoring: true })
  await inOneTransaction(adminUrl ?? ownerUrl, false, async client => {
    await prepareTables(client, manifest, adminUrl === undefined ? undefined : ownerRole)
    for (const table of manifest.tables) await giveRows(vault, table.name, rowsInto(client, table))
    await settleRows(client, manifest)
    await endRestore(client)
  })
}
