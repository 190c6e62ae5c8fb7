// npm run reset-factors -- <account>: for whoever lost every second step and has nobody to reset it; the server may run meanwhile.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/server')
await import('../apps/server/dist/src/commands/resetFactors.js')
