import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the chain stood at an hour: who changes database and key leaves this as it was. */
export interface Anchor {
  readonly at: string
  readonly seq: number
  /** Hexadecimal. */
  readonly hash: string
}

const fileOf = (dataDir: string) => join(dataDir, 'anchors.log')

export function keepAnchor(dataDir: string, { at, seq, hash }: Anchor): void {
  appendFileSync(fileOf(dataDir), `${at} ${seq} ${hash}\n`, { mode: 0o600, flush: true })
}

/** What was kept, in its order; a line that was broken off is none. */
export function readAnchors(dataDir: string): Anchor[] {
  const file = fileOf(dataDir)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => {
      const [, at = '', seq = '', hash = ''] = /^(\S+) (\d+) ([\da-f]{64})$/.exec(line) ?? []
      return hash === '' ? [] : [{ at, seq: Number(seq), hash }]
    })
}
