// The size budgets of the web: what a browser receives of the scripts that a page needs before it can be used.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSite } from '../apps/server/dist/test/openSite.js'
import { root } from './lib/commands.mjs'

const kB = 1000
const site = join(root, 'apps/web/dist/site')
/** As Chromium and Firefox ask. */
const accepts = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const entry = 'index.html'
/** Each page is the entry and the lazy pieces it asks for; a lazy piece brings what it imports. */
const pages = [
  { name: 'sign-in page', limit: 105 * kB, parts: [entry, 'src/features/people/session/LoginPage.tsx'] },
  {
    name: 'first page behind it, all in all',
    limit: 360 * kB,
    parts: [
      entry,
      'src/features/people/session/LoginPage.tsx',
      'src/SignedIn.tsx',
      'src/features/board/home/HomePage.tsx',
    ],
  },
]

/** What a passer-by gets who scans a label: its styles too, on the telephone of somebody who pays for them. */
const reportPage = {
  name: 'page of 故障报修, styles included',
  limit: 100 * kB,
  parts: ['label.html'],
  styles: true,
}

if (!existsSync(join(site, '.vite/label.json'))) {
  console.error('size: apps/web is not built')
  process.exit(1)
}
const readManifest = name => JSON.parse(readFileSync(join(site, '.vite', name), 'utf8'))
/** Of two builds, of which only the first names files alike; no key is in both. */
const manifest = { ...readManifest('manifest.json'), ...readManifest('label.json') }
const server = await openSite(site)

function collect(key, files, styles, seen = new Set()) {
  if (seen.has(key)) return
  seen.add(key)
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`${key} is no chunk of the build: has the page moved?`)
  if (chunk.file.endsWith('.js')) files.add(chunk.file)
  if (styles) for (const sheet of chunk.css ?? []) files.add(sheet)
  for (const imported of chunk.imports ?? []) collect(imported, files, styles, seen)
}

/** The bytes that come for a file. */
async function received(file) {
  const { statusCode, rawPayload } = await server.inject({ url: `/${file}`, headers: accepts })
  if (statusCode !== 200) throw new Error(`/${file} is answered ${statusCode}`)
  return rawPayload.length
}

for (const { name, limit, parts, styles = false } of [...pages, reportPage]) {
  try {
    const files = new Set()
    for (const part of parts) collect(part, files, styles)
    const sizes = await Promise.all([...files].map(async file => ({ file, size: await received(file) })))
    const total = sizes.reduce((sum, { size }) => sum + size, 0)
    const verdict = total <= limit ? 'ok' : 'TOO LARGE'
    console.log(`size: ${name}: ${(total / kB).toFixed(1)} of ${limit / kB} kB ${verdict}`)
    if (total <= limit) continue
    for (const { file, size } of sizes.sort((a, b) => b.size - a.size))
      console.log(`  ${(size / kB).toFixed(1)} kB ${file}`)
  } catch (error) {
    console.error(`size: ${name}: ${error.message}`)
  }
  process.exitCode = 1
}
await server.close()
