import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { hideJobs, showJobs, useJobs } from '../../../app/frame/jobs.ts'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { JobList } from './JobList.tsx'
import { JobPanel } from './JobPanel.tsx'
import styles from './jobs.module.css'

/** 任务: one's own, or one of them. Without a mask, so that the page stays usable; closed, they go on. */
export default function JobsDrawer() {
  const [open, setOpen] = useState(true)
  const narrow = useNarrow()
  const shown = useJobs(state => state.shown)
  return (
    <Drawer
      title="任务"
      open={open}
      mask={false}
      rootClassName={styles.drawer ?? ''}
      size={narrow ? '100%' : 480}
      extra={
        typeof shown === 'number' && (
          <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => showJobs(null)}>
            全部任务
          </Button>
        )
      }
      onClose={() => setOpen(false)}
      afterOpenChange={now => !now && hideJobs()}
    >
      {typeof shown === 'number' ? <JobPanel key={shown} jobId={shown} /> : <JobList />}
    </Drawer>
  )
}
