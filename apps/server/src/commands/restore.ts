import { parseArgs } from 'node:util'
import { restore } from '../modules/tools/backup/restore.service.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

await command(async config => {
  const { folder, identity } = given()
  if (folder === undefined)
    throw new StartError(
      '请给出备份所在的文件夹：npm run restore -- <文件夹>（加密的再加 --identity <私钥文件>）',
    )
  for (const line of await restore(config, folder, identity)) console.log(line)
  return true
})

function given(): { folder?: string | undefined; identity?: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { identity: { type: 'string' } },
    })
    return { folder: positionals.length === 1 ? positionals[0] : undefined, identity: values.identity }
  } catch {
    return {}
  }
}
