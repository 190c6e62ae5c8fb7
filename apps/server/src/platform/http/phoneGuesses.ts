import { type Endpoint, Refusal, wholePhone } from '@drivesim/contract'
import { z } from 'zod'
import { FileReply, type FileRows, type SignedInCall } from './call.ts'
import { LongFileReply } from './fileCalls.ts'
import type { Caller } from './trail.ts'

/** A whole phone number that somebody looks for: it counts as a miss until it is found. */
export interface PhoneGuess {
  found(): Promise<void>
  missed(): Promise<void>
}

/** Counts whole phone numbers that people look for in vain, so that nobody finds a masked one by trying. */
export interface PhoneGuesses {
  /**
   * Counts a number before it is looked for.
   * @throws Refusal tooManyPhoneGuesses, whether somebody has the number or not
   */
  begin(by: Caller, phone: string): Promise<PhoneGuess>
  /**
   * Counts numbers that a change was given where the same name or school has another number of the same mask. That none of
   * them is taken says as much as a search. Part of the change's transaction, before what counts facts.
   * @throws Refusal tooManyPhoneGuesses
   */
  lookAlikes(call: SignedInCall, phones: readonly string[]): Promise<void>
}

/** What a call asks. */
interface Question {
  readonly endpoint: Endpoint
  readonly input: unknown
}

/** Answers a call; a whole phone number that it searches for is counted unless the answer has something for it. */
export async function countingPhones(
  guesses: PhoneGuesses,
  by: Caller,
  { endpoint, input }: Question,
  answerTo: () => Promise<unknown>,
): Promise<unknown> {
  const phone = soughtPhone(endpoint, input)
  if (phone === null) return answerTo()
  const guess = await guesses.begin(by, phone)
  try {
    const answer = await answerTo()
    if (answer instanceof FileReply) return new FileReply(answer.name, watched(answer.lines, guess))
    await settle(guess, answer instanceof LongFileReply ? answer.data : answer)
    return answer
  } catch (error) {
    // A refusal may say how many there are.
    await settle(guess, error instanceof Refusal ? error.data : null)
    throw error
  }
}

const settle = (guess: PhoneGuess, answer: unknown) => (hasFound(answer) ? guess.found() : guess.missed())

/** Of a list, or of acts on all that match its filter. */
const sought = z.object({
  selection: z
    .object({ filter: z.object({ paramValue: z.unknown() }) })
    .optional()
    .catch(undefined),
})

function soughtPhone({ searches = 'paramValue' }: Endpoint, input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null
  return (
    wholePhone(Reflect.get(input, searches)) ?? wholePhone(sought.parse(input).selection?.filter.paramValue)
  )
}

/** What answers are made of that have something: pages, files of many rows, Ctrl-K, jobs, and how many there are by now. */
const some = z.int().positive()
const nonEmptyAnswer = z.union([
  z.object({ totalDataNum: some }),
  z.object({ rows: some }),
  z.object({ total: some }),
  z.object({ jobId: some }),
  z.object({ groups: z.array(z.unknown()).min(1) }),
])
const hasFound = (answer: unknown) => nonEmptyAnswer.safeParse(answer).success

async function* watched(lines: FileRows, guess: PhoneGuess): FileRows {
  let rows = 0
  for await (const part of lines) {
    if (rows === 0 && part.rows > 0) await guess.found()
    rows += part.rows
    yield part
  }
  if (rows === 0) await guess.missed()
}
