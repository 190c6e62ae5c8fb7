import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyFiles } from '../../../platform/files/copyFiles.ts'
import { type Files, filesIn, openFiles, requireStore } from '../../../platform/files/openFiles.ts'
import { withOwnedDatabase } from '../../../platform/postgres/operatorDatabase.ts'
import type { Config } from '../../../platform/start/config.ts'
import { keepDataKeys, readDataKeys } from '../../../platform/start/secrets.ts'
import { StartError } from '../../../platform/start/startError.ts'
import { inOneTransaction, readLayout, rowsOf } from './queries.ts'
import { isEmptyFolder, keepRows, type Manifest, manifestFile, savedFolders, secretFiles } from './storage.ts'

type BackupConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'filesBucket' | 'migrateDatabaseUrl' | 'jwtSecret' | 'dataKey'
>

/**
 * Saves the database, the pictures and the secrets into a new folder, the server running or not. The folder
 * has its name only once it is whole. @returns lines for the operator @throws StartError, StoreAway
 */
export async function backUp(config: BackupConfig, target: string): Promise<string[]> {
  const folder = resolve(target)
  if (!isEmptyFolder(folder)) throw new StartError(`${folder} 不是空的，请给出一个新的文件夹`)
  const files = openFiles(config)
  await requireStore(files)
  const draft = `${folder}.unfinished`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(join(draft, 'tables'), { recursive: true, mode: 0o700 })
  const keys = readDataKeys(config)
  const manifest = await withOwnedDatabase(config, ownerUrl => saveDatabase(ownerUrl, draft))
  // After the rows: a picture is there before a row uses it, and a day longer; and it is never changed.
  await copyAll(files, filesIn(draft))
  for (const name of secretFiles) {
    if (existsSync(join(config.dataDir, name))) copyFileSync(join(config.dataDir, name), join(draft, name))
  }
  // While keys are being changed, rows may have one that the data folder had not yet, or has no longer.
  const later = readDataKeys(config)
  const gone = keys.filter(key => !later.some(other => other.equals(key)))
  if (config.dataKey === undefined && gone.length > 0) keepDataKeys(draft, [...gone, ...later])
  writeFileSync(join(draft, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
  renameSync(draft, folder)
  return [
    `已备份到 ${folder}（${manifest.tables.length} 张表，图片和文件在内），其中有密钥，请像保管数据库一样保管`,
    ...noteGivenKeys(config),
  ]
}

/** Copies what people uploaded, out of a folder or a bucket or into one. @throws StartError, StoreAway */
export async function copyAll(from: Files, to: Files): Promise<void> {
  const { different } = await copyFiles(from, to, savedFolders)
  from.close()
  to.close()
  const [first] = different
  if (first !== undefined) throw new StartError(`${first} 复制后与原文件不同，请检查磁盘或文件存储后重试`)
}

async function saveDatabase(ownerUrl: string, folder: string): Promise<Manifest> {
  return inOneTransaction(ownerUrl, true, async client => {
    const layout = await readLayout(client)
    const tables: Manifest['tables'] = []
    for (const { name, columns } of layout.tables) {
      const sha256 = await keepRows(folder, name, rowsOf(client, { name, columns }))
      tables.push({ name, columns: [...columns], sha256 })
    }
    return {
      format: 1,
      takenAt: new Date().toISOString(),
      migrations: [...layout.migrations],
      tables,
      partitions: [...layout.partitions],
      sequences: [...layout.sequences],
    }
  })
}

function noteGivenKeys({ jwtSecret, dataKey }: BackupConfig): string[] {
  const names = [jwtSecret === undefined ? [] : 'JWT_SECRET', dataKey === undefined ? [] : 'DATA_KEY'].flat()
  return names.length === 0 ? [] : [`${names.join('、')} 由环境变量给出，不在备份里，请另外保存`]
}
