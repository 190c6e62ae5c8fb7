import { backUp } from '../modules/tools/backup/service.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

await command(async config => {
  const folder = process.argv[2]
  if (folder === undefined) throw new StartError('请给出一个新的文件夹：npm run backup -- <文件夹>')
  for (const line of await backUp(config, folder)) console.log(line)
  return true
})
