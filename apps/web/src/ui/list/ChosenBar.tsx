import { mostMatching } from '@drivesim/contract/bulk'
import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { ActButton } from '../ActButton.tsx'
import { number } from '../format.ts'
import type { SelectedRows } from './types.ts'

interface Props {
  selected: SelectedRows<unknown>
  /** How many all that match would be; undefined where the acts do not take them, or it is not known yet. */
  total: number | undefined
  onAll: () => void
  onClear: () => void
  children: ReactNode
}

/** In place of the toolbar: how many are chosen, what can be done to them, and how to choose all that match. */
export function ChosenBar({ selected: { count, filter }, total, onAll, onClear, children }: Props) {
  const clearing = useRef<HTMLButtonElement>(null)
  const tooMany = `一次最多操作 ${number(mostMatching)} 条，请缩小查询范围`
  return (
    <>
      <span>{filter === null ? `已选 ${count} 项` : `已选全部 ${number(count)} 条`}</span>
      {filter === null && total !== undefined && total > count && (
        <ActButton
          type="link"
          size="small"
          reason={total > mostMatching ? tooMany : null}
          onClick={() => {
            onAll()
            // The button goes; the keyboard stays beside it.
            clearing.current?.focus()
          }}
        >
          选择全部 {number(total)} 条
        </ActButton>
      )}
      {children}
      <Button ref={clearing} type="link" size="small" onClick={onClear}>
        取消选择
      </Button>
    </>
  )
}
