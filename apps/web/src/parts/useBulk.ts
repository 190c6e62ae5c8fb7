import { mayUse } from '@drivesim/contract/access'
import type { BulkKind } from '@drivesim/contract/bulk'
import type { Endpoint } from '@drivesim/contract/endpoint'
import { jobs } from '@drivesim/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useHeldCodes } from '../api/me.ts'
import { useChange } from '../api/query.ts'
import { showJobs, whenOver } from '../app/frame/jobs.ts'
import { useConfirm } from '../ui/form/useConfirm.ts'

type Values = Record<string, unknown>

/** What is done to the chosen rows of a list. */
interface Act<Input extends Values> {
  readonly kind: BulkKind<Input>
  readonly ids: readonly number[]
  readonly input: Input
}

interface Question<Input extends Values> extends Act<Input> {
  /** Names the act and how many: `停用 3 台设备`; the button says it. */
  readonly verb: string
  /** What follows from it, and what will fail. */
  readonly consequence: string
  readonly danger?: boolean
  /** It has begun. */
  readonly onStarted: () => void
}

/**
 * Acts on the chosen rows of a list, as jobs: whoever may, is asked, and sees the job in the drawer.
 * @param reads the calls whose answers change with the records; they are read again when the job is over
 * @param options `quiet`: a form shows the failure itself
 */
export function useBulk(reads: readonly Endpoint[], { quiet = false } = {}) {
  const held = useHeldCodes()
  const client = useQueryClient()
  const confirm = useConfirm()
  const { mutateAsync, isPending, error } = useChange(jobs.start, { quiet })

  /** Begins at once, for who was asked by a form. */
  const start = async <Input extends Values>({ kind, ids, input }: Act<Input>) => {
    const { jobId } = await mutateAsync({ kind: kind.kind, selection: { ids: [...ids] }, input })
    whenOver(jobId, () => {
      for (const { path } of reads) void client.invalidateQueries({ queryKey: [path] })
    })
    showJobs(jobId)
  }
  return {
    /** Whether this person may; what they may not is absent. */
    may: ({ codes }: Pick<BulkKind, 'codes'>) => mayUse(codes, held),
    ask: <Input extends Values>({ verb, consequence, danger, onStarted, ...act }: Question<Input>) =>
      confirm({
        title: `${verb}？`,
        consequence,
        verb,
        ...(danger !== undefined && { danger }),
        run: () => start(act).then(onStarted),
      }),
    start,
    isPending,
    error,
  }
}
