import { PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { pins } from '@drivesim/contract/tools/pins'
import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useChange } from '../../api/query.ts'
import { type Pinnable, pinsQuery } from './pins.ts'

/** 置顶: keeps a record at hand, first in Ctrl-K, until it is taken off again. */
export function PinRecord({ record: [kind, recordId] }: { record: Pinnable }) {
  const mine = useQuery(pinsQuery).data
  const set = useChange(pins.setRecord, { invalidates: [pins.mine] })
  const pinned = mine?.records.some(one => one.kind === kind && one.id === recordId) ?? false
  const word = pinned ? '取消置顶' : '置顶到搜索'
  return (
    <Tooltip title={word}>
      <Button
        aria-label={word}
        icon={pinned ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
        loading={set.isPending}
        disabled={mine === undefined}
        onClick={() => set.mutate({ kind, recordId, pinned: !pinned })}
      />
    </Tooltip>
  )
}
