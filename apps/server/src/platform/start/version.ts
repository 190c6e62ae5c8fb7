import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The version of the program: its release, and which build of the web it gives out, such as `1.1.0+3f9a01c2`. Processes that
 * give out the same pages say the same, wherever they were built: pages name all their files by what these contain.
 * @param site the folder of the built web; without one there the release stands alone
 */
export function versionOf(site: string): string {
  const page = join(site, 'index.html')
  if (!existsSync(page)) return release
  const build = createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 8)
  return `${release}+${build}`
}

/** The release alone, such as `1.1.0`. */
export const release = readRelease()

/** Of the repository's package, some folders above this file and above what is built of it. */
function readRelease(): string {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const file = fileURLToPath(new URL('package.json', folder))
    const { name, version } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    if (name === 'drivesim') return String(version)
    if (folder.pathname === '/') return '0.0.0'
  }
}
