import { Alert, Button } from 'antd'
import type { Steps } from './useSteps.ts'

/** Why a step did not get through, and the way to do it again. */
export function StepProblem({ steps, name }: { steps: Steps; name: string }) {
  const failed = steps.failed(name)
  if (failed === undefined) return null
  return (
    <Alert
      type="error"
      showIcon
      title={failed.lost ? `${failed.sentence}。内容已留在本页，网络恢复后自动重试` : failed.sentence}
      action={
        <Button loading={steps.running === name} onClick={() => void failed.retry()}>
          重试
        </Button>
      }
    />
  )
}
