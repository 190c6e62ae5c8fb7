import type { Endpoint } from '@drivesim/contract/endpoint'
import { approvals } from '@drivesim/contract/money/approvals'
import { App } from 'antd'
import { useChange } from '../api/query.ts'
import { useConfirm } from '../ui/form/useConfirm.ts'

/** 撤回 of one's own request, until somebody decides. @param reads calls to read again */
export function useWithdraw(reads: readonly Endpoint[]) {
  const ask = useConfirm()
  const { message } = App.useApp()
  const withdraw = useChange(approvals.withdraw, { invalidates: reads })
  return ({ approvalId, title, consequence }: { approvalId: number; title: string; consequence: string }) =>
    ask({
      title: `撤回“${title}”？`,
      consequence,
      verb: '撤回',
      run: async () => {
        await withdraw.mutateAsync({ approvalId })
        message.success('已撤回')
      },
    })
}
