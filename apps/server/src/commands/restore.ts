import { restore } from '../modules/tools/backup/restore.service.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

await command(async config => {
  const folder = process.argv[2]
  if (folder === undefined) throw new StartError('请给出备份所在的文件夹：npm run restore -- <文件夹>')
  for (const line of await restore(config, folder)) console.log(line)
  return true
})
