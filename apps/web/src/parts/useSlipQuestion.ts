import { contractErrors } from '@drivesim/contract/money/contracts/contractShapes'
import { useQuestion } from '../ui/form/useQuestion.ts'
import { money } from '../ui/format.ts'

/**
 * Registers a payment with a slip that may be a copy of another slip. A person who has compared the two goes on.
 * @param amount fen; `verb` names the act: `登记付款`
 */
export function useSlipQuestion() {
  const ask = useQuestion()
  return <T>(
    { amount, verb }: { amount: number; verb: string },
    make: (confirmVoucher: boolean) => Promise<T>,
  ): Promise<T> =>
    ask(
      {
        asks: contractErrors.voucherLike,
        title: '可能是同一张凭证',
        consequence: `核对过流水号和日期，确实是另一笔 ${money(amount)} 时才继续。`,
        verb: `不是同一张，继续${verb}`,
      },
      make,
    )
}
