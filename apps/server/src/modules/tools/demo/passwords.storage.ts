import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../../../platform/start/writeDurably.ts'

/** A password as it is shown to the operator. */
export interface ShownAccount {
  readonly account: string
  readonly password: string
}

const fileIn = (dataDir: string) => join(dataDir, 'first-passwords.txt')

/**
 * Leaves passwords that were made at a start where the operator alone finds them: what a start prints is kept by whatever keeps logs.
 * @returns where
 */
export function leavePasswords(dataDir: string, accounts: readonly ShownAccount[]): string {
  const file = fileIn(dataDir)
  writeDurably(file, accounts.map(({ account, password }) => `${account} ${password}\n`).join(''))
  return file
}

/** The passwords that lie there still. */
export function passwordsLeft(dataDir: string): ShownAccount[] {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map(line => {
    const [account = '', password = ''] = line.split(' ')
    return { account, password }
  })
}

export function removePasswords(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}
