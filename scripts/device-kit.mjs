// npm run device-kit: a broker in place of ours, which examines the simulator that connects.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/deviceKit')
await import('../apps/deviceKit/dist/main.js')
