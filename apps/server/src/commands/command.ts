import { StoreAway } from '../platform/files/fileStore.ts'
import { type Config, readConfig } from '../platform/start/config.ts'
import { StartError } from '../platform/start/startError.ts'

/** Runs an operator's command: what can be put right is one sentence, and anything that failed is exit code 1. */
export async function command(work: (config: Config) => Promise<boolean>): Promise<void> {
  try {
    if (!(await work(readConfig(process.env)))) process.exitCode = 1
  } catch (error) {
    process.exitCode = 1
    console.error(sentenceOf(error) ?? error)
  }
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof StoreAway) return `\n${error.message}（${error.cause}）\n`
  return error instanceof StartError ? `\n${error.message}\n` : undefined
}
