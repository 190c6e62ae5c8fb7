import { ActButton } from '../../../ui/ActButton.tsx'
import { menuItem } from '../../../ui/list/RowActions.tsx'
import type { RowAction } from '../../../ui/list/types.ts'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { buttonLook } from '../../../ui/speed/buttonLook.ts'

interface Props {
  actions: RowAction[]
  /** The first of them is what the order waits for, and stands here alone. */
  waited: boolean
  /** What is only ever behind 更多. */
  more: readonly RowAction[]
}

/** Acts of an order's page: what it waits for as the main button, its opposite beside it, the others behind 更多. */
export function HeadActs({ actions, waited, more }: Props) {
  const [first, second, ...rest] = actions
  const others = [...rest, ...more]
  return (
    <>
      {first !== undefined && (
        <ActButton type={waited ? 'primary' : 'default'} reason={first.reason} onClick={first.onAct}>
          {first.label}
        </ActButton>
      )}
      {second !== undefined && (
        <ActButton reason={second.reason} onClick={second.onAct}>
          {second.label}
        </ActButton>
      )}
      {others.length > 0 && (
        <MenuButton className={buttonLook('default')} menu={() => ({ items: others.map(menuItem) })}>
          更多
        </MenuButton>
      )}
    </>
  )
}
