import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { copyFiles } from '../../../platform/files/copyFiles.ts'
import {
  type Files,
  type FilesToRead,
  filesIn,
  openFiles,
  requireStore,
} from '../../../platform/files/openFiles.ts'
import { sealingFor } from '../../../platform/keys/age.ts'
import { withOwnedDatabase } from '../../../platform/postgres/operatorDatabase.ts'
import type { Config } from '../../../platform/start/config.ts'
import { dataKeyText, readDataKeys } from '../../../platform/start/secrets.ts'
import { StartError } from '../../../platform/start/startError.ts'
import { inOneTransaction, noteBackup, readLayout, refusesPlain, rowsOf } from './queries.ts'
import {
  firstOther,
  isEmptyFolder,
  type KeptFile,
  keep,
  keepRows,
  type Manifest,
  manifestFile,
  savedFolders,
  sealFiles,
  secretFiles,
  type Vault,
} from './storage.ts'

type BackupConfig = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 'filesBucket'
  | 'migrateDatabaseUrl'
  | 'jwtSecret'
  | 'dataKey'
  | 'previousDataKey'
  | 'backupRecipients'
>

/**
 * Saves the database, the pictures and the secrets into a new folder, the server running or not. The folder
 * has its name only once it is whole. With recipients each of its files is encrypted for them before it is written.
 * @param plain whoever asks knows that it is not encrypted
 * @returns lines for the operator @throws StartError, StoreAway
 */
export async function backUp(config: BackupConfig, target: string, plain = false): Promise<string[]> {
  const folder = resolve(target)
  if (!isEmptyFolder(folder)) throw new StartError(`${folder} 不是空的，请给出一个新的文件夹`)
  const isSealed = config.backupRecipients.length > 0
  if (isSealed && plain) throw new StartError('设置了 BACKUP_RECIPIENTS，备份会加密；请去掉其中一个')
  const draft = `${folder}.unfinished`
  const vault = { folder: draft, through: isSealed ? sealingFor(config.backupRecipients) : null }
  const files = openFiles(config)
  await requireStore(files)
  const keys = readDataKeys(config)
  const manifest = await withOwnedDatabase(config, async ownerUrl => {
    if (!isSealed && !plain) await refusePlain(ownerUrl)
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    const saved = await saveDatabase(ownerUrl, vault)
    // After the rows: a picture is there before a row uses it, and a day longer; and it is never changed.
    const kept = [...(await saveFiles(files, vault)), ...(await saveSecrets(config, keys, vault))]
    const whole: Manifest = isSealed ? { ...saved, sealed: kept } : saved
    await keep(vault, manifestFile, text(`${JSON.stringify(whole, null, 2)}\n`))
    renameSync(draft, folder)
    // It is whole, also where nothing can be written: a database that only follows another knows nothing of it.
    await inOneTransaction(ownerUrl, false, noteBackup).catch(() => undefined)
    return saved
  })
  const size = `${manifest.tables.length} 张表，图片和文件在内`
  return [
    isSealed
      ? `已加密备份到 ${folder}（${size}），只有 BACKUP_RECIPIENTS 的私钥能打开它`
      : `已备份到 ${folder}（${size}），没有加密，其中有密钥，请像保管数据库一样保管`,
    ...noteGivenKeys(config),
  ]
}

const text = (content: string) => Readable.from([Buffer.from(content)])

/** @throws StartError where an installation wants its back-ups encrypted */
async function refusePlain(ownerUrl: string): Promise<void> {
  if (!(await inOneTransaction(ownerUrl, true, refusesPlain))) return
  throw new StartError(
    '备份里有密钥和个人信息，应当加密：请在 BACKUP_RECIPIENTS 中给出 age 公钥（npm run seal -- --new-identity <文件> 可生成）；确实不加密时请加上 --plain',
  )
}

/** @returns what was encrypted */
async function saveFiles(files: Files, vault: Vault): Promise<KeptFile[]> {
  if (vault.through === null) {
    await copyAll(files, filesIn(vault.folder))
    return []
  }
  const kept = await sealFiles(files, vault)
  files.close()
  const different = await firstOther(vault, kept)
  if (different !== undefined) throw new StartError(differs(different))
  return kept
}

async function saveSecrets(config: BackupConfig, keys: readonly Buffer[], vault: Vault): Promise<KeptFile[]> {
  const kept = new Map<string, KeptFile>()
  const save = async (name: string, content: string) => kept.set(name, await keep(vault, name, text(content)))
  for (const name of secretFiles) {
    const path = join(config.dataDir, name)
    if (existsSync(path)) await save(name, readFileSync(path, 'utf8'))
  }
  // While keys are being changed, rows may have one that the data folder had not yet, or has no longer.
  const later = readDataKeys(config)
  const gone = keys.filter(key => !later.some(other => other.equals(key)))
  if (config.dataKey === undefined && gone.length > 0)
    await save('data.key', dataKeyText([...gone, ...later]))
  return [...kept.values()]
}

/** Copies what people uploaded, out of a folder or a bucket or into one. @throws StartError, StoreAway */
export async function copyAll(from: FilesToRead, to: Files): Promise<void> {
  const { different } = await copyFiles(from, to, savedFolders)
  from.close()
  to.close()
  const [first] = different
  if (first !== undefined) throw new StartError(differs(first))
}

const differs = (name: string) => `${name} 复制后与原文件不同，请检查磁盘或文件存储后重试`

async function saveDatabase(ownerUrl: string, vault: Vault): Promise<Manifest> {
  return inOneTransaction(ownerUrl, true, async client => {
    const layout = await readLayout(client)
    const tables: Manifest['tables'] = []
    for (const { name, columns } of layout.tables) {
      const sha256 = await keepRows(vault, name, rowsOf(client, { name, columns }))
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
