// npm run fleet -- --devices 200: simulated simulators over MQTT, against this or any server.
import { compile, install, requireNode } from './lib/commands.mjs'

requireNode()
await install()
await compile('apps/fleet')
await import('../apps/fleet/dist/main.js')
