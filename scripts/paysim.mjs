// npm run paysim: payment channels simulated on this machine; no money moves.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/paysim')
await import('../apps/paysim/dist/main.js')
