import { FieldTimeOutlined } from '@ant-design/icons'
import { MenuButton } from '../MenuButton.tsx'
import { buttonLook } from '../speed/buttonLook.ts'
import { today } from './today.ts'
import { type UsualRange, usualDays, usualMonths } from './usualRanges.ts'

interface Props {
  of?: 'days' | 'months'
  /** More of them, before the usual ones. */
  first?: (today: string) => readonly UsualRange[]
  onChoose: (range: UsualRange) => void
}

/** The usual ranges, beside the two ends of one: by the server's day, and by keyboard too. */
export function RangeMenu({ of = 'days', first, onChoose }: Props) {
  const items = () => {
    const day = today()
    const ranges = [...(first?.(day) ?? []), ...(of === 'days' ? usualDays(day) : usualMonths(day))]
    return ranges.map(range => ({ key: range.label, label: range.label, onClick: () => onChoose(range) }))
  }
  return (
    <MenuButton
      className={`${buttonLook('default')} ant-btn-icon-only ui-range-menu`}
      aria-label="常用范围"
      title="常用范围"
      menu={() => ({ items: items() })}
    >
      <FieldTimeOutlined aria-hidden />
    </MenuButton>
  )
}
