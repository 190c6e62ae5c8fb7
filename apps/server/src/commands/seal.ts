import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { makeIdentity, openingWith, readIdentities, sealingFor } from '../platform/keys/age.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

const usage = `用法：
  … | npm run -s seal > 文件.age                          为 BACKUP_RECIPIENTS 加密
  npm run -s seal -- --identity 私钥文件 < 文件.age | …   解密
  npm run seal -- --new-identity 私钥文件                 生成一对密钥，显示公钥`

await command(async ({ backupRecipients }) => {
  const { 'new-identity': fresh, identity } = given()
  if (fresh !== undefined) {
    console.log(`BACKUP_RECIPIENTS=${await makeIdentity(fresh)}`)
    console.log(`私钥在 ${fresh}，请移到别处离线保管，留两份：没有它，备份再也打不开`)
    return true
  }
  // npm would put two lines of its own before what is sealed.
  if (process.stdout.isTTY || isLoud()) throw new StartError(usage)
  if (identity === undefined && backupRecipients.length === 0)
    throw new StartError('没有设置 BACKUP_RECIPIENTS，不知道为谁加密')
  const through =
    identity === undefined ? sealingFor(backupRecipients) : openingWith(readIdentities(identity))
  await pipeline(process.stdin, through, process.stdout)
  return true
})

function given() {
  try {
    return parseArgs({ options: { identity: { type: 'string' }, 'new-identity': { type: 'string' } } }).values
  } catch {
    throw new StartError(usage)
  }
}

function isLoud(): boolean {
  return process.env.npm_lifecycle_event === 'seal' && process.env.npm_config_loglevel !== 'silent'
}
