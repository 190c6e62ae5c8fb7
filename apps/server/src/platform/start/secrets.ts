import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DataKeys, makeDataKeys } from '../keys/dataKeys.ts'
import type { Config } from './config.ts'
import { StartError } from './startError.ts'
import { writeDurably } from './writeDurably.ts'

export type Secrets = {
  /** Signs access tokens and, through keys that follow from it, refresh tokens and the links of pictures. */
  jwtSecret: string
  /** Encrypt what the database must not hold in the clear. */
  dataKeys: DataKeys
}

export type KeyConfig = Pick<Config, 'dataDir' | 'dataKey'> & Partial<Pick<Config, 'previousDataKey'>>

/** In the data folder: a key a line, the newest last. */
const dataKeyFile = 'data.key'

/**
 * The secrets from the environment, or else from `dataDir`, where they are made on the first start. Several servers of
 * one installation must be given the same ones.
 * @throws StartError when a kept secret is damaged
 */
export function loadSecrets(config: KeyConfig & Pick<Config, 'jwtSecret'>): Secrets {
  const { dataDir, jwtSecret, dataKey } = config
  if (dataKey === undefined) makeUnlessThere(join(dataDir, dataKeyFile))
  return {
    jwtSecret: jwtSecret ?? readJwtSecret(join(dataDir, 'jwt.secret')),
    dataKeys: makeDataKeys(() => readDataKeys(config)),
  }
}

/** The data keys as they are now, the newest last; none where none was ever made. @throws StartError when damaged */
export function readDataKeys({ dataDir, dataKey, previousDataKey }: KeyConfig): Buffer[] {
  if (dataKey !== undefined) {
    return [previousDataKey ?? [], dataKey].flat().map(hex => Buffer.from(hex, 'hex'))
  }
  const path = join(dataDir, dataKeyFile)
  return existsSync(path) ? linesOf(path).map(hex => Buffer.from(hex, 'hex')) : []
}

/** Replaces the kept data keys, at once and for good. */
export function keepDataKeys(dataDir: string, keys: readonly Buffer[]): void {
  writeDurably(join(dataDir, dataKeyFile), dataKeyText(keys))
}

/** Data keys as their file has them, the newest last. */
export const dataKeyText = (keys: readonly Buffer[]): string =>
  keys.map(key => `${key.toString('hex')}\n`).join('')

function readJwtSecret(path: string): string {
  makeUnlessThere(path)
  const [secret, ...more] = linesOf(path)
  if (secret === undefined || more.length > 0) throw damagedKeyFile(path)
  return secret
}

/** Rights of others than the file's owner. */
const others = 0o077

function linesOf(path: string): string[] {
  if ((statSync(path).mode & others) !== 0)
    throw new StartError(`密钥文件 ${path} 权限过宽，其他用户也能读，请执行 chmod 600 ${path}`)
  const lines = readFileSync(path, 'utf8').trim().split(/\s+/)
  if (lines.every(line => /^[0-9a-f]{64}$/.test(line))) return lines
  throw damagedKeyFile(path)
}

const damagedKeyFile = (path: string) => new StartError(`密钥文件 ${path} 的内容已损坏，请从备份恢复它`)

function makeUnlessThere(path: string): void {
  if (existsSync(path)) return
  const made = `${path}.${process.pid}`
  writeDurably(made, `${randomBytes(32).toString('hex')}\n`)
  try {
    // A link appears whole and never replaces: of two servers starting at once, both read the first one's.
    linkSync(made, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(made)
  }
}
