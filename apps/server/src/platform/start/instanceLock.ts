import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { processIdentity } from './processIdentity.ts'
import { StartError } from './startError.ts'

const holder = z.object({ pid: z.number(), started: z.string(), url: z.string() })

export type InstanceLock = { release(): void }

/**
 * One server per data folder: takes `server.lock` in it, or says who has it. What a killed server left behind
 * does not count, even if its process id has been given to somebody else since.
 * @throws StartError naming the address of the running server
 */
export function lockInstance(dataDir: string, url: string): InstanceLock {
  const path = join(dataDir, 'server.lock')
  const mine = `${path}.${process.pid}`
  const started = processIdentity(process.pid)?.started ?? ''
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started, url }))
  try {
    while (!linkFile(mine, path)) removeStale(path, dataDir)
  } finally {
    rmSync(mine, { force: true })
  }
  return { release: () => rmSync(path, { force: true }) }
}

/** A link appears whole and never replaces: of two starting at once one gets it. */
function linkFile(mine: string, path: string): boolean {
  try {
    linkSync(mine, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function removeStale(path: string, dataDir: string): void {
  const seen = read(path)
  refuseIfRunning(seen, dataDir)
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return // another start was quicker
  }
  const moved = read(aside)
  // Between reading and moving, another start may have taken the lock: what was moved is its lock, give it back.
  if (moved !== seen) linkFile(aside, path)
  rmSync(aside)
  refuseIfRunning(moved, dataDir)
}

function refuseIfRunning(content: string | undefined, dataDir: string): void {
  if (content === undefined) return
  const parsed = holder.safeParse(parseJson(content))
  if (!parsed.success) return
  const { pid, started, url } = parsed.data
  if (pid === process.pid || processIdentity(pid)?.started !== started) return
  throw new StartError(
    `数据文件夹 ${dataDir} 已有一个服务在运行：${url}（进程 ${pid}），请先停止它，或用 DATA_DIR 换一个文件夹`,
  )
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
