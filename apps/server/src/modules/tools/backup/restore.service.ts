import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, openFiles, requireStore } from '../../../platform/files/openFiles.ts'
import { appRole, ownerRole, startEmbeddedPostgres } from '../../../platform/postgres/embeddedPostgres.ts'
import { migrate } from '../../../platform/postgres/migrate.ts'
import type { Config } from '../../../platform/start/config.ts'
import { unfinishedRestore } from '../../../platform/start/dataFolder.ts'
import { lockInstance } from '../../../platform/start/instanceLock.ts'
import { StartError } from '../../../platform/start/startError.ts'
import { inOneTransaction, prepareTables, rowsInto, settleRows } from './queries.ts'
import { copyAll, refuseExternal } from './service.ts'
import {
  giveRows,
  isEmptyFolder,
  type Manifest,
  readManifest,
  refuseDamaged,
  secretFiles,
} from './storage.ts'

/**
 * Makes an empty data folder what it was when the back-up was taken; the next start migrates it on. One that was
 * broken off is told from a whole one, and not started from. @returns lines for the operator @throws StartError, StoreAway
 */
export async function restore(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'filesBucket'>,
  folder: string,
): Promise<string[]> {
  refuseExternal(config)
  const { dataDir } = config
  const manifest = readManifest(folder)
  if (!isEmptyFolder(dataDir)) {
    throw new StartError(`数据文件夹 ${dataDir} 不是空的，请移走里面的内容，或用 DATA_DIR 指明一个空文件夹`)
  }
  await refuseDamaged(folder, manifest)
  const files = openFiles(config)
  await requireStore(files)
  mkdirSync(dataDir, { recursive: true })
  const lock = lockInstance(dataDir, '恢复')
  try {
    const mark = unfinishedRestore(dataDir)
    mark.set()
    const postgres = await startEmbeddedPostgres({ dataDir })
    try {
      await migrate(postgres.ownerUrl, { appRole, asOf: manifest.migrations })
      await load(postgres.adminUrl, folder, manifest)
    } finally {
      await postgres.stop()
    }
    await copyAll(filesIn(folder), files)
    for (const name of secretFiles) {
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(dataDir, name))
    }
    mark.clear()
  } finally {
    lock.release()
  }
  const where = config.filesBucket === undefined ? '' : '，图片和文件恢复到 FILES_URL 指明的存储'
  return [
    `已把 ${manifest.takenAt} 的备份恢复到 ${dataDir}${where}，可以用 npm run check-data 核对，再启动服务`,
  ]
}

async function load(adminUrl: string, folder: string, manifest: Manifest): Promise<void> {
  await inOneTransaction(adminUrl, false, async client => {
    await prepareTables(client, manifest, ownerRole)
    for (const table of manifest.tables) await giveRows(folder, table.name, rowsInto(client, table))
    await settleRows(client, manifest)
  })
}
