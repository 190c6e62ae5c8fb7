import { FileReply, type FileRows, type Person } from './call.ts'
import { LongFileReply } from './fileCalls.ts'
import type { Caller } from './trail.ts'

/** Counts rows with people's names and phones that somebody reads, so that nobody carries all of them off unseen. */
export interface Readings {
  /** @throws Refusal readingNeedsReason, tooManyReadings */
  admit(person: Person): Promise<void>
  /** Counts rows that were read; nobody waits for it. */
  count(by: Caller, rows: number): void
  /** Writes what was counted. */
  flush(): Promise<void>
}

/** Answers a call that lists people, or writes a file of them, and counts how many they are. */
export async function countingReadings(
  readings: Readings,
  by: Caller,
  answerTo: () => Promise<unknown>,
): Promise<unknown> {
  await readings.admit(by.person)
  const answer = await answerTo()
  if (answer instanceof FileReply) return answer.of(watched(answer.lines, rows => readings.count(by, rows)))
  if (answer instanceof LongFileReply) readings.count(by, answer.data.rows)
  else if (hasRows(answer)) readings.count(by, answer.dataList.length)
  return answer
}

const hasRows = (answer: unknown): answer is { dataList: unknown[] } =>
  typeof answer === 'object' && answer !== null && Array.isArray(Reflect.get(answer, 'dataList'))

async function* watched(lines: FileRows, count: (rows: number) => void): FileRows {
  for await (const part of lines) {
    count(part.rows)
    yield part
  }
}
