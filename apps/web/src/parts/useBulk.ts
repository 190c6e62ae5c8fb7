import { mayUse } from '@drivesim/contract/access'
import type { BulkKind } from '@drivesim/contract/bulk'
import type { Endpoint } from '@drivesim/contract/endpoint'
import { jobErrors, jobs, type Selection } from '@drivesim/contract/tools/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { CallError } from '../api/callError.ts'
import { useHeldCodes } from '../api/me.ts'
import { useChange } from '../api/query.ts'
import { showJobs, whenOver } from '../app/frame/jobs.ts'
import { dialogProps } from '../ui/DraggableModal.tsx'
import { useConfirm } from '../ui/form/useConfirm.ts'
import { number } from '../ui/format.ts'
import type { SelectedRows } from '../ui/list/types.ts'

type Values = Record<string, unknown>

/** What is done to what a list has chosen. */
interface Act<Input extends Values> {
  readonly kind: BulkKind<Input>
  readonly selection: Selection
  readonly input: Input
  /** Names the act and how many: `停用 12,340 台设备`; the button says it. */
  readonly verb: (many: string) => string
}

interface Question<Input extends Values> extends Act<Input> {
  /** What follows from it, and what will fail. */
  readonly consequence: string
  readonly danger?: boolean
  /** It has begun. */
  readonly onStarted: () => void
}

/** What is chosen of a list, as a job takes it. */
export function selectionOf<Row>(
  { rows, count, filter }: SelectedRows<Row>,
  idOf: (row: Row) => number,
): Selection {
  return filter === null ? { ids: rows.map(idOf) } : { filter: { ...filter }, expected: count }
}

/**
 * Acts on what is chosen of a list, as jobs: whoever may, is asked, and sees the job in the drawer. Where another number
 * matches the filter by then, they are asked again with that.
 * @param reads the calls to read again when the job is over
 * @param options `quiet`: a form shows the failure itself
 */
export function useBulk(reads: readonly Endpoint[], { quiet = false } = {}) {
  const heldCodes = useHeldCodes()
  const client = useQueryClient()
  const { modal } = App.useApp()
  const confirm = useConfirm()
  const { mutateAsync, isPending, error } = useChange(jobs.start, { quiet })
  const readAgain = () => {
    for (const { path } of reads) void client.invalidateQueries({ queryKey: [path] })
  }

  const begin = async <Input extends Values>({ kind, selection, input }: Act<Input>) => {
    const { jobId } = await mutateAsync({ kind: kind.kind, selection, input })
    whenOver(jobId, readAgain)
    showJobs(jobId)
  }

  /** The act on as many as match now. @throws whatever else the failure is */
  const withCurrentCount = <A extends Pick<Act<Values>, 'selection'>>(act: A, failure: unknown): A => {
    const expected = matchingNow(failure)
    if (expected === null || 'ids' in act.selection) throw failure
    readAgain()
    return { ...act, selection: { ...act.selection, expected } }
  }

  /** Begins at once, for who was asked by a form; who does not go on is back in it, with the refusal. */
  const start = async <Input extends Values>(act: Act<Input>): Promise<void> => {
    try {
      await begin(act)
    } catch (failure) {
      const next = withCurrentCount(act, failure)
      const title = `列表已变化，${verbOf(next)}？`
      const goesOn = await modal.confirm({
        ...dialogProps,
        title,
        okText: verbOf(next),
        cancelText: '返回核对',
      })
      if (!goesOn) throw failure
      await start(next)
    }
  }

  const ask = <Input extends Values>(question: Question<Input>): void => {
    const { consequence, danger, onStarted } = question
    confirm({
      title: `${verbOf(question)}？`,
      consequence,
      verb: verbOf(question),
      ...(danger !== undefined && { danger }),
      // A changed list was told by the call.
      run: () => begin(question).then(onStarted, failure => ask(withCurrentCount(question, failure))),
    })
  }
  return {
    /** Whether this person may; what they may not is absent. */
    may: ({ codes }: Pick<BulkKind, 'codes'>) => mayUse(codes, heldCodes),
    ask,
    start,
    isPending,
    error,
  }
}

const verbOf = ({ verb, selection }: Pick<Act<Values>, 'verb' | 'selection'>) =>
  verb(number('ids' in selection ? selection.ids.length : selection.expected))

/** How many match the filter now, where that is why an act was refused; null where none does. */
function matchingNow(failure: unknown): number | null {
  if (!(failure instanceof CallError) || failure.code !== jobErrors.matchesChanged.code) return null
  const total: unknown = Reflect.get(Object(failure.data), 'total')
  return typeof total === 'number' && total > 0 ? total : null
}
