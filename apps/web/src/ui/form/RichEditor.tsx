import {
  BoldOutlined,
  ClearOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type HTMLAttributes, memo, type ReactNode, useRef, useState } from 'react'
import { richContent } from '../RichText.tsx'
import './richEditor.css'

interface Props {
  id?: string
  label: string
  value?: string
  onChange?: (html: string) => void
  onBlur?: () => void
}

const tools: readonly { name: string; icon: ReactNode; command: string; argument?: string }[] = [
  { name: '加粗', icon: <BoldOutlined />, command: 'bold' },
  { name: '斜体', icon: <ItalicOutlined />, command: 'italic' },
  { name: '小标题', icon: <FontSizeOutlined />, command: 'formatBlock', argument: 'h3' },
  { name: '项目列表', icon: <UnorderedListOutlined />, command: 'insertUnorderedList' },
  { name: '编号列表', icon: <OrderedListOutlined />, command: 'insertOrderedList' },
]

/** A small editor for simple formatting; its value is HTML, empty where nothing is written. What is pasted comes as plain text. */
export function RichEditor({ id, label, value = '', onChange, onBlur }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const [written, setWritten] = useState(value)
  const [start, setStart] = useState({ html: value, round: 0 })
  // Set from outside, as when somebody else's version is taken: begin anew from that.
  if (value !== written) {
    setWritten(value)
    setStart({ html: value, round: start.round + 1 })
  }
  const emit = () => {
    const element = area.current
    if (element === null) return
    const html = element.textContent?.trim() === '' ? '' : element.innerHTML
    setWritten(html)
    onChange?.(html)
  }
  const run = (command: string, argument?: string) => {
    area.current?.focus()
    // Deprecated, and the only way without an editor library; every browser keeps it, with undo.
    document.execCommand(command, false, argument)
    emit()
  }
  const clear = () => {
    run('removeFormat')
    run('formatBlock', 'p')
  }
  // Formatted text has no element of its own that could be edited.
  const textbox: HTMLAttributes<HTMLDivElement> = {
    role: 'textbox',
    'aria-multiline': true,
    'aria-label': label,
    onInput: emit,
    ...(onBlur && { onBlur }),
    onPaste: event => {
      event.preventDefault()
      document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
    },
    onDrop: event => event.preventDefault(),
  }
  return (
    <div className="ui-editor">
      <div className="ui-editor-tools" role="toolbar" aria-label="格式">
        {tools.map(({ name, icon, command, argument }) => (
          <Tool key={name} name={name} icon={icon} onRun={() => run(command, argument)} />
        ))}
        <Tool name="清除格式" icon={<ClearOutlined />} onRun={clear} />
      </div>
      <div
        key={start.round}
        ref={area}
        id={id}
        className="ui-rich ui-editor-area"
        contentEditable
        suppressContentEditableWarning
        {...textbox}
      >
        <Start html={start.html} />
      </div>
    </div>
  )
}

/** The text as it was; never drawn again, since what follows is the browser's. */
const Start = memo(function Start({ html }: { html: string }) {
  return richContent(html)
})

interface ToolProps {
  name: string
  icon: ReactNode
  onRun: () => void
}

function Tool({ name, icon, onRun }: ToolProps) {
  return (
    <Tooltip title={name}>
      <Button
        type="text"
        size="small"
        aria-label={name}
        icon={icon}
        // The selection stays where it is.
        onMouseDown={event => event.preventDefault()}
        onClick={onRun}
      />
    </Tooltip>
  )
}
