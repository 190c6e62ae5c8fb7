import { App, Button } from 'antd'
import { useEffect } from 'react'
import { onLongFile } from '../../api/download.ts'
import { number } from '../../ui/format.ts'
import { showJobs } from './jobs.ts'

const shownSeconds = 8

/** Says that a job writes the file that was asked for, with the way to it. */
export function useLongFiles(): void {
  const { message } = App.useApp()
  useEffect(
    () =>
      onLongFile(({ jobId, rows }) => {
        const key = `job-${jobId}`
        const open = () => {
          message.destroy(key)
          showJobs(jobId)
        }
        void message.info({
          key,
          duration: shownSeconds,
          content: (
            <>
              数据较多（{number(rows)} 行），正在后台生成，完成后可在“任务”中下载
              <Button type="link" size="small" onClick={open}>
                查看任务
              </Button>
            </>
          ),
        })
      }),
    [message],
  )
}
