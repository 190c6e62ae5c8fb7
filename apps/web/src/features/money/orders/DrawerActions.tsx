import { ActButton } from '../../../ui/ActButton.tsx'
import type { RowAction } from '../../../ui/list/types.ts'

/** What may be done with the order that is open: the first act as the main button, at the end. */
export function DrawerActions({ actions }: { actions: readonly RowAction[] }) {
  const [main] = actions
  return (
    <div className="ui-form-ends">
      {[...actions].reverse().map(action => (
        <ActButton
          key={action.label}
          type={action === main ? 'primary' : 'default'}
          reason={action.reason}
          onClick={action.onAct}
        >
          {action.label}
        </ActButton>
      ))}
    </div>
  )
}
