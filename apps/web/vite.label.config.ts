import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { floorOf } from './browsers.ts'

/**
 * The page behind a scanned label, for passers-by: a build of its own, as it is read by browsers that are years older than
 * the application's (WeChat's and Alipay's on old phones). To be built after the site, into the same folder.
 */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/site',
    copyPublicDir: false,
    emptyOutDir: false,
    manifest: '.vite/label.json',
    target: floorOf('label'),
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: 'label.html' },
  },
})
