import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { useBeforeClose } from '../../../ui/beforeClose.ts'
import { copyText } from '../../../ui/copyText.ts'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { ClassroomTable } from './ClassroomTable.tsx'
import styles from './TestPage.module.css'

/** /test: what the shell offers to pages, to be tried by hand: before-close check, draggable dialog, copying, a long page; and a table. */
export default function TestPage() {
  const { message } = App.useApp()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  useBeforeClose(() => text !== '')
  const copy = async () => {
    if (await copyText(text)) void message.success('已复制')
    else void message.error('浏览器不允许复制，请选中文字后手动复制')
  }
  return (
    <div className="ui-page">
      <PageHead title="测试页" />
      <section className={`ui-panel ${styles.tools}`}>
        <Input
          aria-label="任意文字"
          placeholder="输入文字后关闭本页会先询问"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button disabled={text === ''} onClick={copy}>
          复制文字
        </Button>
        <Button onClick={() => setOpen(true)}>打开对话框</Button>
      </section>
      <section className="ui-panel">
        <div className="ui-panel-head">
          <h2>教室与设备</h2>
        </div>
        <ClassroomTable />
      </section>
      <section className={`ui-panel ${styles.long}`}>向下滚动超过 100 像素，右下角出现返回顶部按钮。</section>
      <DraggableModal
        title="可拖动的对话框"
        open={open}
        onCancel={() => setOpen(false)}
        onOk={() => setOpen(false)}
      >
        按住标题可以拖动。
      </DraggableModal>
    </div>
  )
}
