import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file for nobody else's eyes: whole or not at all, and there after a power cut. */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.draft`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, path)
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
