import { useState } from 'react'
import { LazyPart, lazyPart } from '../LazyPart.tsx'
import { BlockSkeleton } from '../states.tsx'
import './richEditor.css'

/** The editor's code is as large as a page's: it comes with the first form that has one. */
const RichEditorArea = lazyPart(() => import('./RichEditorArea.tsx'))

interface Props {
  id?: string
  label: string
  value?: string
  onChange?: (html: string) => void
  onBlur?: () => void
}

/** A small editor for simple formatting; its value is HTML, empty where nothing is written. */
export function RichEditor({ id, label, value = '', onChange, onBlur }: Props) {
  const [written, setWritten] = useState(value)
  const [start, setStart] = useState({ html: value, round: 0 })
  // Set from outside, as when somebody else's version is taken: begin anew from that.
  if (value !== written) {
    setWritten(value)
    setStart({ html: value, round: start.round + 1 })
  }
  const write = (html: string) => {
    setWritten(html)
    onChange?.(html)
  }
  return (
    <div className="ui-editor">
      <LazyPart waiting={<BlockSkeleton height={193} />}>
        <RichEditorArea
          key={start.round}
          id={id}
          label={label}
          start={start.html}
          onWrite={write}
          onBlur={onBlur}
        />
      </LazyPart>
    </div>
  )
}
