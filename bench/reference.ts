import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveFiles, servePage } from '@drivesim/server/dist/src/platform/http/site.js'
import Fastify from 'fastify'
import { build } from 'vite'
import { root } from './server.ts'

/**
 * Serves the reference page (React, antd's provider and one button) as the server serves its own: how long a browser on
 * this machine takes for the least that such a page is made of. What the pages take is a multiple of it.
 */
export async function serveReference(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-reference-'))
  await build({
    root: join(root, 'bench/reference'),
    // antd's "use client" is no news.
    logLevel: 'error',
    html: { cspNonce: '__CSP_NONCE__' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
  })
  // Ours is served only beside the page of a label.
  copyFileSync(join(folder, 'index.html'), join(folder, 'label.html'))
  const app = Fastify()
  serveFiles(app, folder)
  servePage(app, folder, { apiBase: '/dm-api', version: '1.0.0', client: '', singleSignOn: '' }, () => null)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    async stop() {
      await app.close()
      rmSync(folder, { recursive: true })
    },
  }
}
