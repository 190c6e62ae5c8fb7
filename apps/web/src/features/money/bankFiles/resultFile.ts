import type { InputOf } from '@drivesim/contract/endpoint'
import { bankFileErrors, type bankFiles, mostInBankFile } from '@drivesim/contract/money/bankFiles'
import type { bankTemplateForm } from '@drivesim/contract/money/bankTemplates'
import type { z } from 'zod'
import { cleanCell, FileProblem } from '../../../parts/cells.ts'

type Template = z.output<typeof bankTemplateForm>
type ResultRow = InputOf<typeof bankFiles.checkResult>['rows'][number]

const longestReason = 200
/** Among other words too, such as a remark. */
const requestNo = /FS\d{8,12}/

export interface BankResult {
  readonly rows: readonly ResultRow[]
  /** Rows with a request that the bank has not decided yet. */
  readonly undecided: number
}

/** What the bank says of each payment, by the titles of its template; sums and notes around the table are passed over. @throws FileProblem */
export function resultOf(cells: readonly (readonly string[])[], template: Template): BankResult {
  const titles = [template.requestNoTitle, template.outcomeTitle]
  const clean = cells.map(line => line.map(cleanCell))
  const start = clean.findIndex(line => titles.every(title => line.includes(title)))
  const head = clean[start]
  if (head === undefined)
    throw new FileProblem(bankFileErrors.resultTitlesMissing.sentence(titles.join('、')))
  const placeOf = (title: string | null) => (title === null ? -1 : head.indexOf(title))
  const [numberAt, outcomeAt, reasonAt] = [...titles, template.reasonTitle].map(placeOf)

  const found = clean.slice(start + 1).flatMap(line => {
    const number = requestNo.exec(line[numberAt ?? -1] ?? '')?.[0]
    return number === undefined
      ? []
      : [{ number, said: line[outcomeAt ?? -1] ?? '', reason: line[reasonAt ?? -1] ?? '' }]
  })
  const decided = found.filter(({ said }) => said !== '')
  if (decided.length === 0) throw new FileProblem(bankFileErrors.resultEmpty.sentence())
  if (decided.length > mostInBankFile) throw new FileProblem(bankFileErrors.resultLong.sentence())
  return {
    rows: decided.map(({ number, said, reason }) =>
      said === template.paidWords
        ? { requestNo: number, outcome: 'paid' }
        : { requestNo: number, outcome: 'failed', reason: (reason || said).slice(0, longestReason) },
    ),
    undecided: found.length - decided.length,
  }
}
