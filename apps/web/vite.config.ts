import { fileURLToPath } from 'node:url'
import { contract } from '@drivesim/contract'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { floorOf } from './browsers.ts'
import { manual } from './manual/plugin.ts'
import { lightIcons, noNotifications } from './speed/antdParts.ts'
import { antdStyles } from './speed/antdStyles.ts'
import { layeredChunks } from './speed/chunks.ts'
import { earlyFiles } from './speed/earlyFiles.ts'

/** In development the API has the base `/` (spec §9), where calls and pages share names: a navigation gets the page. */
const firstSegments = new Set([
  ...Object.values(contract)
    .flatMap(domain => Object.values(domain))
    .map(({ path }) => path.split('/')[1] ?? ''),
  // uploaded pictures
  'files',
])
const apiServer = process.env.API_SERVER ?? 'http://127.0.0.1:8080'

/** What the server does to index.html in production. */
const developmentPage: Plugin = {
  name: 'development-page',
  apply: 'serve',
  transformIndexHtml: html => html.replace('__API_BASE__', '/'),
}

const reactRouter = fileURLToPath(new URL('../production/index.mjs', import.meta.resolve('react-router')))

/** What the server renders shows nothing that comes later: the pages' code stays out of it. */
const nothingLater: Plugin = {
  name: 'nothing-later',
  resolveDynamicImport: id => (typeof id === 'string' ? { id, external: true } : null),
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: isSsrBuild
    ? [react(), nothingLater]
    : [
        noNotifications,
        lightIcons,
        antdStyles(),
        react(),
        developmentPage,
        earlyFiles,
        layeredChunks,
        manual,
      ],
  resolve: {
    // react-router's exports offer a browser its development build only, warnings and all.
    alias: command === 'build' ? { 'react-router': reactRouter } : {},
    conditions: ['source', ...defaultClientConditions],
  },
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    proxy: {
      // Pages of the server's own: what payers see of simulated channels.
      '^/pay/': { target: apiServer },
      [`^/(${[...firstSegments].join('|')})(/|$|\\?)`]: {
        target: apiServer,
        bypass: request => (request.headers.accept?.includes('text/html') ? '/index.html' : undefined),
      },
    },
  },
  // One file for the server, with all that it needs: its own packages are not ours.
  ssr: { noExternal: true, resolve: { conditions: ['source', 'module'] } },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: isSsrBuild ? 'dist/first' : 'dist/site',
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: floorOf('application'),
    // The CSP allows no data: fonts or pictures from elsewhere; small files stay files.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              // Priorities, or react-dom lands in the chunk of whatever imports it first.
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|set-cookie-parser)[\\/]/,
                  priority: 30,
                },
                { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 20 },
                { name: 'echarts', test: /node_modules[\\/](echarts|zrender)[\\/]/, priority: 20 },
              ],
            },
          },
    },
  },
}))
