import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { Config } from '../start/config.ts'
import type { Bucket } from '../start/filesConfig.ts'
import type { FileStore, StoredFolder } from './fileStore.ts'
import { folderStore } from './folderStore.ts'
import { S3Client, type S3Watch } from './s3Client.ts'
import { s3Store } from './s3Store.ts'

/** Where the installation keeps its files, whatever that is. */
export interface Files {
  folder(name: StoredFolder): FileStore
  close(): void
}

/** Files that are only read. */
export interface FilesToRead {
  folder(name: StoredFolder): Pick<FileStore, 'list' | 'open'>
  close(): void
}

/** The bucket of `FILES_URL`, or else folders of `DATA_DIR`. @param watch learns what becomes of requests to a bucket */
export function openFiles(config: Pick<Config, 'dataDir' | 'filesBucket'>, watch = unwatched): Files {
  const { dataDir, filesBucket } = config
  return filesBucket === undefined ? filesIn(dataDir) : filesOf(filesBucket, join(dataDir, 'uploads'), watch)
}

/** Files below a folder, as they lie in `DATA_DIR` and in back-ups. */
export const filesIn = (folder: string): Files => ({
  folder: name => folderStore(join(folder, name)),
  close: () => undefined,
})

function filesOf(bucket: Bucket, spool: string, watch: S3Watch): Files {
  const client = new S3Client(bucket, watch)
  return { folder: name => s3Store(client, name, spool), close: () => client.close() }
}

const unwatched: S3Watch = { done: () => undefined }

/** Counts requests to the store, and logs when they begin to fail and when they no longer do. */
export function watchedBy(
  log: FastifyBaseLogger,
  { storeRequests }: Pick<Metrics, 'storeRequests'>,
): S3Watch {
  let isFailing = false
  return {
    done(method, outcome, problem) {
      storeRequests.inc({ method, outcome })
      if (isFailing === (outcome === 'failed')) return
      isFailing = outcome === 'failed'
      if (isFailing) log.error({ err: problem }, 'the file store fails')
      else log.warn('the file store answers again')
    },
  }
}

/** Asks the store for what is not there: a wrong address shows before somebody needs a file. @throws StoreAway */
export async function requireStore(files: Files): Promise<void> {
  await files.folder('files').has(`${'-'.repeat(32)}.webp`)
}
