import { CopyOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useCopy } from './useCopy.ts'
import './page.css'

interface Props {
  /** What it is called: `设备编号`. */
  what: string
  text: string | null
}

/** A value that people carry elsewhere, with the button that copies it. */
export function Copyable({ what, text }: Props) {
  const copy = useCopy()
  if (text === null || text === '') return '—'
  return (
    <span className="ui-copyable">
      <span className="ui-digits">{text}</span>
      <Tooltip title="复制">
        <Button
          type="text"
          size="small"
          aria-label={`复制${what}`}
          icon={<CopyOutlined />}
          onClick={() => void copy(what, text)}
        />
      </Tooltip>
    </span>
  )
}
