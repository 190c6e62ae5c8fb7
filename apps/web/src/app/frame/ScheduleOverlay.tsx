import { LazyOverlay } from '../../ui/LazyPart.tsx'
import { endScheduling, useScheduling } from '../../ui/scheduling.ts'
import { useDialogs } from './dialogs.ts'

/** The form 定时发送, over whatever page asked for it. */
export function ScheduleOverlay() {
  const { schedule: ScheduleForm } = useDialogs()
  const { file } = useScheduling()
  if (file === null) return null
  return (
    <LazyOverlay onClosed={endScheduling}>
      <ScheduleForm onClosed={endScheduling} />
    </LazyOverlay>
  )
}
