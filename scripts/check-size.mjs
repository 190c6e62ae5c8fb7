// The size budgets of the web, gzip, from Vite's manifest: what a page loads before it can be used.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './lib/commands.mjs'

const kB = 1000
const site = join(root, 'apps/web/dist/site')
const entry = 'index.html'
/** Each page is the entry and the lazy pieces it asks for; a lazy piece brings what it imports. */
const pages = [
  { name: 'sign-in page', limit: 120 * kB, parts: [entry, 'src/features/session/LoginPage.tsx'] },
  {
    name: 'first page behind it, all in all',
    limit: 420 * kB,
    parts: [
      entry,
      'src/features/session/LoginPage.tsx',
      'src/SignedIn.tsx',
      'src/features/home/HomePage.tsx',
    ],
  },
]

const manifestPath = join(site, '.vite/manifest.json')
if (!existsSync(manifestPath)) {
  console.error('size: apps/web is not built')
  process.exit(1)
}
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))

function collect(key, files, seen = new Set()) {
  if (seen.has(key)) return
  seen.add(key)
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`${key} is no chunk of the build: has the page moved?`)
  if (chunk.file.endsWith('.js')) files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(imported, files, seen)
}

const sizes = new Map()
function gzipped(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(site, file)), { level: 9 }).length)
  return sizes.get(file)
}

for (const { name, limit, parts } of pages) {
  try {
    const files = new Set()
    for (const part of parts) collect(part, files)
    const total = [...files].reduce((sum, file) => sum + gzipped(file), 0)
    const verdict = total <= limit ? 'ok' : 'TOO LARGE'
    console.log(`size: ${name}: ${(total / kB).toFixed(1)} of ${limit / kB} kB ${verdict}`)
    if (total <= limit) continue
    for (const file of [...files].sort((a, b) => gzipped(b) - gzipped(a)))
      console.log(`  ${(gzipped(file) / kB).toFixed(1)} kB ${file}`)
  } catch (error) {
    console.error(`size: ${name}: ${error.message}`)
  }
  process.exitCode = 1
}
