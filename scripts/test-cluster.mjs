// npm run test:cluster: a whole installation under load, each of whose parts is taken away ten times (docs/cluster.md).
import { parseArgs } from 'node:util'
import { missingPackages } from './cluster/cluster.mjs'
import { canMakeMachines } from './cluster/machines.mjs'
import { compile, fail, install, requireNode, run } from './lib/commands.mjs'
import { installSystemPackages } from './lib/systemPackages.mjs'

const help = `在负载下逐个破坏整套分布式安装，事后按编号核对：没有丢失，没有重复。约一小时。

  npm run test:cluster [-- 选项]

  --rounds <次数>   每种破坏的次数（默认 10）
  --kinds <名称>    只做这些，用逗号分开，例如 web,primary
  --seed <数字>     重复某一次的顺序`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    kinds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now()) },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit()
}
requireNode()
await install()
await installSystemPackages({ api: true, browser: false, cluster: true })
const missing = missingPackages('rabbitmq')
if (missing.length > 0) {
  console.log(`跳过：缺少 ${missing.join('、')}`)
  process.exit()
}
const machines = canMakeMachines()
if (!machines) console.log('这台机器不能建立网络命名空间（要 root 和 iproute2），跳过拔网线的几种')
await compile()
const { code } = await run(
  'vitest',
  ['run', '--project', 'start', '--reporter', 'tree', 'test/clusterKills.test.ts'],
  {
    env: {
      ...process.env,
      TEST_CLUSTER: machines ? 'machines' : 'processes',
      TEST_ROUNDS: values.rounds,
      TEST_SEED: values.seed,
      ...(values.kinds && { TEST_KINDS: values.kinds }),
    },
  },
)
if (code !== 0) fail(`没有通过，重复这一次：npm run test:cluster -- --seed ${values.seed}`)
