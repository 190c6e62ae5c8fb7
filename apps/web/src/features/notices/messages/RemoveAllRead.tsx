import { mostMatching } from '@drivesim/contract/bulk'
import { messageBulk } from '@drivesim/contract/notices/messages'
import { useBulk } from '../../../parts/useBulk.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { number } from '../../../ui/format.ts'
import { type Filter, foundWords, isWhole } from './boxes.tsx'
import { messageReads } from './reads.ts'

interface Props {
  /** How many there are, of those that the filter finds. */
  count: number
  filter: Filter
  /** It has begun. */
  onStarted: () => void
}

/** 全部删除: what is read, or what of it was found, goes to the trash, as a job. */
export function RemoveAllRead({ count, filter, onStarted }: Props) {
  const bulk = useBulk(messageReads)
  const ask = () =>
    bulk.ask({
      kind: messageBulk.remove,
      selection: { filter: { ...filter, state: 'read' }, expected: count },
      input: {},
      verb: many => `删除 ${many} 条消息`,
      consequence: `${isWhole(filter) ? '全部' : foundWords(filter)}已读消息将移到回收站，之后可以还原。`,
      danger: true,
      onStarted,
    })
  return (
    <ActButton reason={reasonOf(count)} onClick={ask}>
      全部删除
    </ActButton>
  )
}

function reasonOf(count: number): string | null {
  if (count === 0) return '没有可以删除的消息'
  return count > mostMatching ? `一次最多删除 ${number(mostMatching)} 条，请先搜索，再分批删除` : null
}
