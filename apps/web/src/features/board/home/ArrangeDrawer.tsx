import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { homeBlocks } from '@drivesim/contract/board/homeBlocks'
import { Button, Checkbox } from 'antd'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { moveItem, useDragSort } from '../../../ui/useDragSort.ts'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { arrange, type PlacedBlock } from './layout.ts'
import '../../../ui/list/columnDrawer.css'

interface Props {
  blocks: readonly PlacedBlock[]
  onClosed: () => void
}

/** Which blocks 首页 shows and in which order; each change is seen behind it at once. */
export default function ArrangeDrawer({ blocks, onClosed }: Props) {
  const narrow = useNarrow()
  const move = (from: number, to: number) => arrange(moveItem(blocks, from, to))
  const { of } = useDragSort(move)
  const show = (at: number, shown: boolean) =>
    arrange(blocks.map((block, index) => (index === at ? { ...block, hidden: !shown } : block)))
  return (
    <ReadDrawer
      title="调整首页"
      size={400}
      footer={<Button onClick={() => arrange(null)}>恢复默认</Button>}
      onClosed={onClosed}
    >
      <p className="ui-column-hint">
        勾选要显示的区块；{narrow ? '用箭头调整顺序。' : '拖动或用箭头调整顺序。'}调整只对自己生效。
      </p>
      <ol className="ui-column-list" aria-label="区块">
        {blocks.map(({ name, hidden }, index) => {
          const { title } = homeBlocks[name]
          return (
            <li key={name} {...(narrow ? {} : of(index))}>
              <Checkbox
                className="ui-column-name"
                checked={!hidden}
                onChange={event => show(index, event.target.checked)}
              >
                {title}
              </Checkbox>
              <span className="ui-column-moves">
                <Button
                  type="text"
                  size={narrow ? 'middle' : 'small'}
                  aria-label={`上移${title}`}
                  icon={<ArrowUpOutlined />}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <Button
                  type="text"
                  size={narrow ? 'middle' : 'small'}
                  aria-label={`下移${title}`}
                  icon={<ArrowDownOutlined />}
                  disabled={index === blocks.length - 1}
                  onClick={() => move(index, index + 1)}
                />
              </span>
            </li>
          )
        })}
      </ol>
    </ReadDrawer>
  )
}
