import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { narrowestColumn, widestColumn } from '@drivesim/contract/tools/views'
import { Button, Checkbox, InputNumber } from 'antd'
import { ReadDrawer } from '../ReadDrawer.tsx'
import { useNarrow } from '../useNarrow.ts'
import { type ArrangedColumn, moveColumn, withHidden, withPin, withWidth } from './columnLooks.ts'
import type { Look } from './useLook.ts'
import './columnDrawer.css'

interface Props {
  look: Look
  onClosed: () => void
}

/** What can be done to the columns with the mouse, by keys and touch; all of it at once in the list behind. */
export default function ColumnDrawer({ look, onClosed }: Props) {
  const narrow = useNarrow()
  return (
    <ReadDrawer
      title="列设置"
      size={520}
      footer={<Button onClick={() => look.arrange(null)}>恢复默认</Button>}
      onClosed={onClosed}
    >
      <p className="ui-column-hint">
        {narrow
          ? '第一列固定显示；宽度和固定列请在电脑上设置。'
          : '第一列和操作列始终固定。也可以在表头上拖动列来调整顺序，拖动列的右边缘来调整宽度。'}
      </p>
      <ol className="ui-column-list" aria-label="列">
        {look.all.map((column, index) => (
          <ColumnLine key={column.look.key} look={look} arranged={column} index={index} narrow={narrow} />
        ))}
      </ol>
    </ReadDrawer>
  )
}

interface LineProps {
  look: Look
  arranged: ArrangedColumn<never>
  index: number
  narrow: boolean
}

function ColumnLine({ look: { all, arrange, table }, arranged, index, narrow }: LineProps) {
  const { column, look } = arranged
  const { key, pin, hidden, width } = look
  const first = index === 0
  // Pinned columns have their order among themselves.
  const mayMoveTo = (place: number) => !first && place > 0 && all[place]?.look.pin === pin
  const move = (place: number) => arrange(moveColumn(all, key, place))
  const measure = (name: string) => {
    const head = table.current?.querySelector(`th[data-column="${CSS.escape(name)}"]`)
    return head ? Math.ceil(head.getBoundingClientRect().width) : undefined
  }
  return (
    <li>
      <Checkbox
        className="ui-column-name"
        checked={!hidden}
        disabled={first}
        onChange={event => arrange(withHidden(all, key, !event.target.checked))}
      >
        {column.title}
      </Checkbox>
      {!narrow && (
        <>
          <Checkbox
            aria-label={`固定${column.title}`}
            checked={pin}
            disabled={first}
            onChange={event => arrange(withPin(all, key, event.target.checked, measure))}
          >
            固定
          </Checkbox>
          <InputNumber
            aria-label={`${column.title}的宽度`}
            className="ui-column-width"
            placeholder="自动"
            suffix="px"
            controls={false}
            min={narrowestColumn}
            max={widestColumn}
            precision={0}
            value={width}
            changeOnBlur
            onChange={value => arrange(withWidth(all, key, value))}
          />
        </>
      )}
      <span className="ui-column-moves">
        <Button
          type="text"
          size={narrow ? 'middle' : 'small'}
          aria-label={`上移${column.title}`}
          icon={<ArrowUpOutlined />}
          disabled={!mayMoveTo(index - 1)}
          onClick={() => move(index - 1)}
        />
        <Button
          type="text"
          size={narrow ? 'middle' : 'small'}
          aria-label={`下移${column.title}`}
          icon={<ArrowDownOutlined />}
          disabled={!mayMoveTo(index + 1)}
          onClick={() => move(index + 1)}
        />
      </span>
    </li>
  )
}
