import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Pages stay open over a change of versions, and a change may be taken back: the one before, this one and the next. */
const keptReleases = 3

/**
 * Copies the assets of a built site to where processes of other versions find them, and removes those that only older
 * releases had. Their names have hashes of their contents, so that files of releases lie side by side. Every file is
 * whole whenever it is there. To be done by one at a time, before the first process of the release starts.
 * @param {string} site the built site
 * @param {string} folder ASSETS_DIR: `assets/`, and the releases with their files, the newest last
 * @param {string} release what to call this one
 * @returns {{ files: number, added: number, removed: number, releases: string[] }}
 */
export function publishAssets(site, folder, release) {
  const assets = join(folder, 'assets')
  const list = join(folder, 'releases.json')
  mkdirSync(assets, { recursive: true })
  const files = readdirSync(join(site, 'assets')).sort()
  const there = new Set(readdirSync(assets))
  const added = files.filter(name => !there.has(name))
  for (const name of added) write(join(assets, name), path => copyFileSync(join(site, 'assets', name), path))
  /** @type {{ release: string, files: string[] }[]} */
  const before = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const releases = [...before.filter(one => one.release !== release), { release, files }].slice(-keptReleases)
  // Noted before anything is removed: a list that names what is gone would be believed.
  write(list, path => writeFileSync(path, `${JSON.stringify(releases, null, 2)}\n`))
  const kept = new Set(releases.flatMap(one => one.files))
  const removed = readdirSync(assets).filter(name => !kept.has(name))
  for (const name of removed) rmSync(join(assets, name))
  return {
    files: files.length,
    added: added.length,
    removed: removed.length,
    releases: releases.map(one => one.release),
  }
}

/** A file gets its name when it is complete. */
function write(path, make) {
  const unfinished = `${path}.unfinished`
  make(unfinished)
  renameSync(unfinished, path)
}
