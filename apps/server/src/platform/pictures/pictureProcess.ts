import { type ChildProcess, fork } from 'node:child_process'
import { errors, refuse } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { PdfVerdict } from '../pdf/checkPdf.ts'
import type { CheckedPdf, ConvertedPicture, GivenFile, Prints } from './pictureProgram.ts'

/** Pictures under way or waiting, of everybody and of one person; beyond that an upload is refused. */
export const mostOpen = 24
export const mostOpenOfOne = 6
/** A picture takes a second at most, on a busy machine some; what takes longer is a trap. */
const patienceMs = 15_000
/** Without pictures the process ends, and gives its memory back; so does one that has grown. */
const idleMs = 60_000
const mostRss = 300_000_000

/** A picture as it is kept, a WebP without metadata, and what it is known by. */
export type KeptPicture = Prints & { readonly picture: Buffer }

type Answer = ConvertedPicture | CheckedPdf

interface Job {
  readonly given: GivenFile
  readonly personId: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/**
 * Turns what people upload into our pictures, and checks PDFs, one after the other, in a process of its own: decoding takes
 * threads that sign-ins need, and memory, and it is native code on strangers' bytes. The process starts with the first picture;
 * one that dies takes a single picture with it.
 */
export class PictureProcess {
  readonly #program: string
  readonly #log: FastifyBaseLogger
  readonly #waiting: Job[] = []
  #working: Job | undefined
  #child: ChildProcess | undefined
  #patience: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  /** @param program the compiled pictureProgram.ts */
  constructor(program: string, log: FastifyBaseLogger) {
    this.#program = program
    this.#log = log
  }

  /** Of the process, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Pictures under way or waiting. */
  get open(): number {
    return this.#openJobs().length
  }

  /**
   * @throws Refusal notPicture, pictureTooManyPixels, picturesBusy, pictureFailed
   */
  async convert(file: Buffer, personId: number): Promise<KeptPicture> {
    return keptOf(await this.#ask({ picture: file }, personId))
  }

  /** Whether a PDF only shows pages, and how many. @throws Refusal picturesBusy, pictureFailed */
  async checkPdf(file: Buffer, personId: number): Promise<PdfVerdict> {
    const answer = await this.#ask({ pdf: file }, personId)
    if ('pdf' in answer) return answer.pdf
    throw new TypeError('the process answered with a picture')
  }

  async #ask(given: GivenFile, personId: number): Promise<Answer> {
    const open = this.#openJobs()
    const own = open.filter(job => job.personId === personId)
    if (open.length >= mostOpen || own.length >= mostOpenOfOne) throw refuse(errors.picturesBusy)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ given, personId, resolve, reject })
      this.#next()
    })
  }

  /** Ends the process; what it has not answered is refused. */
  close(): void {
    this.#dismiss()
    const left = this.#openJobs()
    this.#working = undefined
    this.#waiting.length = 0
    for (const { reject } of left) reject(refuse(errors.pictureFailed))
  }

  #openJobs(): Job[] {
    return this.#working === undefined ? [...this.#waiting] : [this.#working, ...this.#waiting]
  }

  #next(): void {
    if (this.#working !== undefined) return
    clearTimeout(this.#idle)
    const job = this.#waiting.shift()
    if (job === undefined) {
      this.#idle = setTimeout(() => this.#dismiss(), idleMs).unref()
      return
    }
    this.#working = job
    this.#child ??= this.#start()
    const child = this.#child
    this.#patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    // What cannot be sent any more is answered by the end of the process.
    child.send(job.given, () => undefined)
  }

  /** The one place where a picture under way is done with. */
  #settle(outcome: (job: Job) => void): void {
    const job = this.#working
    if (job === undefined) return
    clearTimeout(this.#patience)
    this.#working = undefined
    outcome(job)
    this.#next()
  }

  #start(): ChildProcess {
    const child = fork(this.#program, [], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=64'],
      // None of ours: secrets stand in it. Fewer arenas keep freed memory from staying ours.
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (answer: Answer) => {
      if (answer.rss > mostRss) this.#dismiss()
      this.#settle(({ resolve }) => resolve(answer))
    })
    const gone = (why: object) => {
      if (this.#child !== child) return
      this.#child = undefined
      this.#log.error(why, 'the process for pictures ended, another starts with the next picture')
      this.#settle(({ reject }) => reject(refuse(errors.pictureFailed)))
    }
    child.once('error', error => gone({ err: error }))
    child.once('exit', (code, signal) => gone({ code, signal }))
    return child
  }

  #dismiss(): void {
    const child = this.#child
    this.#child = undefined
    clearTimeout(this.#idle)
    clearTimeout(this.#patience)
    child?.kill('SIGKILL')
  }
}

function keptOf(answer: Answer): KeptPicture {
  if ('picture' in answer) return { ...answer, picture: Buffer.from(answer.picture) }
  throw refuse(
    'refused' in answer && answer.refused === 'tooManyPixels'
      ? errors.pictureTooManyPixels
      : errors.notPicture,
  )
}
