// Each file of the built web, compressed beside it: the server sends these as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Pages differ from reply to reply, but for that of PDFs; manifests are not served. */
const left = /^((index|label)\.html|\.vite\b.*)$/
const text = /\.(js|css|svg|json|html|txt|map|webmanifest)$/

/** One step below the highest: that takes twice as long for a hundredth less. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

/** @param {string} folder the built site */
export async function compressSite(folder) {
  const files = readdirSync(folder, { recursive: true }).filter(file => text.test(file) && !left.test(file))
  await Promise.all(
    files.map(async file => {
      const path = join(folder, file)
      const content = readFileSync(path)
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, brotliOptions),
        promisify(gzip)(content, { level: 9 }),
      ])
      if (br.length < content.length) writeFileSync(`${path}.br`, br)
      if (gz.length < content.length) writeFileSync(`${path}.gz`, gz)
    }),
  )
}
