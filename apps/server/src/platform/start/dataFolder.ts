import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './startError.ts'

/** The mark of a data folder that is being restored, or was left half restored. */
export function unfinishedRestore(dataDir: string) {
  const path = join(dataDir, 'restore.unfinished')
  return {
    set: () => writeFileSync(path, ''),
    clear: () => rmSync(path),
    /** @throws StartError */
    refuse() {
      if (!existsSync(path)) return
      throw new StartError(`数据文件夹 ${dataDir} 的恢复没有完成，请清空它，再执行一次 npm run restore`)
    },
  }
}
