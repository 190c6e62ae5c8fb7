import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../../../api/download.ts'
import { number } from '../../../../ui/format.ts'
import styles from './import.module.css'
import { dropImport, type ImportJob, takeRows } from './importJob.ts'
import { sentenceOf, toneOf } from './outcome.ts'
import { RefusedRows } from './RefusedRows.tsx'
import { refusedFile } from './studentFile.ts'

/** What became of a file: checked, imported, stopped between, or not to be read. */
export function ImportResult({ job }: { job: ImportJob }) {
  const { phase, good, refused, sent, problem } = job
  const [onlyGood, setOnlyGood] = useState(false)
  const left = good.length - sent
  const asking = phase === 'checked' && refused.length > 0 && left > 0
  const mayTake = left > 0 && (phase === 'stopped' || (phase === 'checked' && (!asking || onlyGood)))
  return (
    <div className={styles.result}>
      <Alert type={toneOf(job)} showIcon title={sentenceOf(job)} {...(problem && { description: problem })} />
      {asking && (
        <Radio.Group
          aria-label="有问题的行怎么办"
          className={styles.choice ?? ''}
          value={onlyGood}
          onChange={event => setOnlyGood(event.target.value === true)}
          options={[
            { value: false, label: '全部不导入，改好文件再来' },
            { value: true, label: `只导入没有问题的 ${number(left)} 名` },
          ]}
        />
      )}
      {refused.length > 0 && (
        <>
          <div className={styles.refusedHead}>
            <h3>没有通过的 {number(refused.length)} 行</h3>
            <Button
              icon={<DownloadOutlined />}
              onClick={() =>
                saveFile(refusedFile(refused), `未通过-${job.fileName.replace(/\.xlsx$/i, '.csv')}`)
              }
            >
              下载未通过的行
            </Button>
          </div>
          <RefusedRows refused={refused} />
        </>
      )}
      <div className={styles.ends}>
        <Button onClick={dropImport}>{phase === 'done' ? '再导入一个文件' : '换一个文件'}</Button>
        {mayTake && (
          <Button type="primary" onClick={() => void takeRows()}>
            {phase === 'stopped' ? `继续导入其余 ${number(left)} 名` : `导入 ${number(left)} 名学员`}
          </Button>
        )}
      </div>
    </div>
  )
}
