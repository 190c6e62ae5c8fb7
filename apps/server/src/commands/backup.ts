import { parseArgs } from 'node:util'
import { backUp } from '../modules/tools/backup/service.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

await command(async config => {
  const { folder, plain } = given()
  if (folder === undefined)
    throw new StartError('请给出一个新的文件夹：npm run backup -- <文件夹>（不加密时再加 --plain）')
  for (const line of await backUp(config, folder, plain)) console.log(line)
  return true
})

function given() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { plain: { type: 'boolean', default: false } },
    })
    return { folder: positionals.length === 1 ? positionals[0] : undefined, plain: values.plain }
  } catch {
    return { folder: undefined, plain: false }
  }
}
