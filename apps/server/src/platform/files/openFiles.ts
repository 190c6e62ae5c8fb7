import { join } from 'node:path'
import type { Config } from '../start/config.ts'
import type { FileStore, StoredFolder } from './fileStore.ts'
import { folderStore } from './folderStore.ts'

/** Where the installation keeps its files, whatever that is. */
export interface Files {
  folder(name: StoredFolder): FileStore
}

/** Folders of `DATA_DIR`. */
export function openFiles({ dataDir }: Pick<Config, 'dataDir'>): Files {
  return { folder: name => folderStore(join(dataDir, name)) }
}
