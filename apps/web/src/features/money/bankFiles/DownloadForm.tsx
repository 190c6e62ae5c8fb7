import { type BankFileRow, bankFiles } from '@drivesim/contract/money/bankFiles'
import { App, Segmented } from 'antd'
import { saveFile } from '../../../api/download.ts'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { TemplatePicker } from './TemplatePicker.tsx'

const formats = optionsOf({ csv: 'CSV', xlsx: 'Excel' })

/** 下载: the file in the columns of a bank, with whole accounts; each download is in the operation log. */
export function DownloadForm({ file, onClosed }: { file: BankFileRow; onClosed: () => void }) {
  const write = useChange(bankFiles.file, { quiet: true })
  const { message } = App.useApp()
  return (
    <DrawerForm
      title={`下载付款文件 ${file.no}`}
      submitText="下载"
      schema={bankFiles.file.input}
      initial={{ batchId: file.batchId, format: 'csv' }}
      loading={write.isPending}
      submitError={write.error}
      onSubmit={async values => {
        const { name, content } = await write.mutateAsync(values)
        saveFile(new Blob([bytesOf(content)]), name)
        message.success('已下载，其中有完整账号，用完请删除')
      }}
      onClosed={onClosed}
    >
      <Field name="templateId" help="银行模板决定列、列名和编码；没有对应的银行时用标准格式">
        <TemplatePicker />
      </Field>
      <Field name="format" required>
        <Segmented options={formats} />
      </Field>
    </DrawerForm>
  )
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))
