import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './startError.ts'

export type Secrets = {
  /** Signs access tokens, picture and download links. */
  jwtSecret: string
  /** 32 bytes; encrypts what the database must not hold in the clear. */
  dataKey: Buffer
}

/**
 * The two secrets from the environment, or else from `dataDir`, where they are made on the first start. Several
 * servers of one installation must be given the same ones.
 * @throws StartError when a kept secret is damaged
 */
export function loadSecrets(config: Pick<Config, 'dataDir' | 'jwtSecret' | 'dataKey'>): Secrets {
  const hex = config.dataKey ?? kept(config.dataDir, 'data.key')
  return {
    jwtSecret: config.jwtSecret ?? kept(config.dataDir, 'jwt.secret'),
    dataKey: Buffer.from(hex, 'hex'),
  }
}

function kept(dataDir: string, name: string): string {
  const path = join(dataDir, name)
  if (!existsSync(path)) make(path)
  const value = readFileSync(path, 'utf8').trim()
  if (/^[0-9a-f]{64}$/.test(value)) return value
  throw new StartError(`密钥文件 ${path} 的内容已损坏，请从备份恢复它`)
}

function make(path: string): void {
  const made = `${path}.${process.pid}`
  writeFileSync(made, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    // A link appears whole and never replaces: of two servers starting at once, both read the first one's.
    linkSync(made, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(made)
  }
}
