import { resolve } from 'node:path'
import { copyFiles, type Progress } from '../platform/files/copyFiles.ts'
import { storedFolders } from '../platform/files/fileStore.ts'
import { filesIn, openFiles } from '../platform/files/openFiles.ts'
import { StartError } from '../platform/start/startError.ts'
import { command } from './command.ts'

const tellEveryMs = 5_000

const inWords = ({ same, copied, bytes }: Progress) =>
  `核对一致 ${same} 个，其中新复制 ${copied} 个（${(bytes / 1e6).toFixed(1)} MB）`

await command(async config => {
  const [direction, folder = config.dataDir] = process.argv.slice(2)
  if (direction !== 'to-store' && direction !== 'from-store')
    throw new StartError(
      '请说明方向：npm run files:copy -- to-store 或 from-store，后面可加文件夹（默认 DATA_DIR）',
    )
  if (config.filesBucket === undefined) throw new StartError('请用 FILES_URL 指明文件存储')
  const [store, local] = [openFiles(config), filesIn(resolve(folder))]
  const [from, to] = direction === 'to-store' ? [local, store] : [store, local]
  let told = performance.now()
  const done = await copyFiles(from, to, storedFolders, (progress, name) => {
    if (performance.now() - told < tellEveryMs) return
    told = performance.now()
    console.log(`${name}：${inWords(progress)}`)
  })
  store.close()
  for (const name of done.different) console.log(`✗ ${name} 复制后与原文件不同，请检查存储，然后再次运行`)
  console.log(`${done.different.length === 0 ? '✓ 全部完成' : '没有完成'}：${inWords(done)}`)
  return done.different.length === 0
})
