import { Button, Drawer, Progress } from 'antd'
import { useState } from 'react'
import { useNarrow } from '../../../../ui/useNarrow.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportResult } from './ImportResult.tsx'
import styles from './import.module.css'
import { cancelImport, useImport } from './importJob.ts'
import { progressOf } from './progress.ts'

/** The wizard: choose a file, see what is wrong with it, import. Without a mask, so that the page stays usable; put away, the import goes on. */
export function ImportDrawer({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const narrow = useNarrow()
  const job = useImport(state => state.job)
  const progress = job && progressOf(job)
  return (
    <Drawer
      title="导入学员"
      open={open}
      mask={false}
      size={narrow ? '100%' : 480}
      onClose={() => setOpen(false)}
      afterOpenChange={now => !now && onClosed()}
    >
      {job === null && <ChooseFile />}
      {job !== null && progress !== null && (
        <div className={styles.progress}>
          <p>
            {progress.label}“{job.fileName}”
          </p>
          <Progress percent={progress.percent} aria-label={progress.label} />
          <p className="ui-quiet">可以关上这个窗口继续做别的事，进度显示在“导入学员”按钮上。</p>
          <Button disabled={job.phase === 'stopping'} onClick={cancelImport}>
            {job.phase === 'taking' ? '停止导入' : '取消'}
          </Button>
        </div>
      )}
      {job !== null && progress === null && <ImportResult job={job} />}
    </Drawer>
  )
}
