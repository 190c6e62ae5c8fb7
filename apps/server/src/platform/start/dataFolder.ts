import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './startError.ts'

/** Who was erased (decision 0101): it lies in the data folder that a back-up is restored into. */
export const erasuresFile = 'erasures.log'

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
