import { UploadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useBeforeClose } from '../../../../ui/beforeClose.ts'
import { FormButton } from '../../../../ui/FormButton.tsx'
import { ImportDrawer } from './ImportDrawer.tsx'
import { type ImportJob, useImport } from './importJob.ts'
import { progressOf } from './progress.ts'

/** 导入学员: opens the wizard, and says how far a file is while its drawer is put away. */
export function ImportButton() {
  const [open, setOpen] = useState(false)
  const job = useImport(state => state.job)
  useBeforeClose(() => job !== null && progressOf(job) !== null)
  return (
    <>
      <FormButton icon={<UploadOutlined />} act="import" onPress={() => setOpen(true)}>
        {wordOf(job)}
      </FormButton>
      {open && <ImportDrawer onClosed={() => setOpen(false)} />}
    </>
  )
}

function wordOf(job: ImportJob | null): string {
  if (job === null) return '导入学员'
  const progress = progressOf(job)
  return progress === null ? '查看导入结果' : `${progress.label} ${progress.percent}%`
}
