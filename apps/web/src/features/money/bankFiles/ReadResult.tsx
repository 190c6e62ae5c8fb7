import { businessDayOf } from '@drivesim/contract/businessDay'
import {
  type BankFileRow,
  bankFileErrors,
  bankFiles,
  type CheckedResult,
} from '@drivesim/contract/money/bankFiles'
import { bankTemplates, ownBankTemplate } from '@drivesim/contract/money/bankTemplates'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Drawer, Form } from 'antd'
import { useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { FileDrop } from '../../../parts/FileDrop.tsx'
import { cellsInFile } from '../../../parts/fileCells.ts'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { money, number } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import styles from './bankFiles.module.css'
import { OutcomeTag } from './OutcomeTag.tsx'
import { bankResultReads } from './reads.ts'
import { type BankResult, resultOf } from './resultFile.ts'
import { TemplatePicker } from './TemplatePicker.tsx'

const largest = 5 * 1024 * 1024

interface Chosen extends BankResult {
  readonly paidOn: string
  readonly checked: readonly CheckedResult[]
}

/** 回读结果: choose the bank's file, see what it would do, and have it done. */
export function ReadResult({ file, onClosed }: { file: BankFileRow; onClosed: () => void }) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(true)
  const [chosen, choose] = useState<Chosen | null>(null)
  return (
    <Drawer
      title={`回读付款结果 ${file.no}`}
      open={open}
      size={narrow ? '100%' : 720}
      onClose={() => setOpen(false)}
      afterOpenChange={now => !now && onClosed()}
    >
      {chosen === null ? (
        <ChooseResult batchId={file.batchId} onChosen={choose} />
      ) : (
        <Checked
          batchId={file.batchId}
          chosen={chosen}
          onBack={() => choose(null)}
          onRead={() => setOpen(false)}
        />
      )}
    </Drawer>
  )
}

function ChooseResult({ batchId, onChosen }: { batchId: number; onChosen: (chosen: Chosen) => void }) {
  const today = businessDayOf(serverNow())
  const [paidOn, setPaidOn] = useState<string | null>(today)
  const [templateId, setTemplateId] = useState<number>()
  const [problem, setProblem] = useState<string | null>(null)
  const { data: templates = [] } = useQuery(query(bankTemplates.list, undefined, { quiet: true }))
  const check = useChange(bankFiles.checkResult, { quiet: true })
  const read = async (file: File) => {
    setProblem(null)
    if (paidOn === null) return setProblem('请先选择付款日期')
    try {
      if (file.size > largest) throw new Error(bankFileErrors.resultLarge.sentence())
      const template = templates.find(one => one.templateId === templateId) ?? ownBankTemplate
      const result = resultOf(await cellsInFile(file), template)
      const checked = await check.mutateAsync({ batchId, paidOn, rows: [...result.rows] })
      onChosen({ ...result, paidOn, checked })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Form layout="vertical">
      <Form.Item
        label="银行模板"
        htmlFor="result-template"
        extra="按模板中的列名认出申请单号、结果和失败原因；标准格式的列名是“申请单号、结果、失败原因”"
      >
        <TemplatePicker
          id="result-template"
          {...(templateId !== undefined && { value: templateId })}
          onChange={setTemplateId}
        />
      </Form.Item>
      <Form.Item label="付款日期" required htmlFor="result-day">
        <DayPicker
          id="result-day"
          range={{ to: today }}
          value={paidOn}
          onChange={day => setPaidOn(day ?? null)}
        />
      </Form.Item>
      <FileDrop
        what="银行的结果文件"
        accept=".csv,.xlsx,.txt"
        note="CSV 或 Excel（.xlsx）；先核对，不会马上登记"
        problem={problem}
        busy={check.isPending}
        onFile={file => void read(file)}
      />
    </Form>
  )
}

interface CheckedProps {
  batchId: number
  chosen: Chosen
  onBack: () => void
  onRead: () => void
}

function Checked({ batchId, chosen: { rows, paidOn, checked, undecided }, onBack, onRead }: CheckedProps) {
  const { message } = App.useApp()
  const register = useChange(bankFiles.readResult, { invalidates: bankResultReads, quiet: true })
  const counted = checked.filter(({ problem, repeated }) => problem === null && !repeated)
  const paid = counted.filter(({ outcome }) => outcome === 'paid')
  const sum = paid.reduce((all, { amount }) => all + (amount ?? 0), 0)
  const left = checked.length - counted.length
  // What the bank said of those that it did not pay.
  const reasons = new Map(rows.map(({ requestNo, reason }) => [requestNo, reason]))
  const run = async () => {
    const done = await register.mutateAsync({ batchId, paidOn, rows: [...rows] })
    message.success(`已登记 ${number(done.paid)} 笔付款，${number(done.failed)} 笔失败`)
    onRead()
  }
  const words = [
    `${number(paid.length)} 笔成功，共 ${money(sum)}，按 ${paidOn} 登记付款`,
    `${number(counted.length - paid.length)} 笔失败，可以再次付款`,
    ...(left > 0 ? [`${number(left)} 行不计`] : []),
    ...(undecided > 0 ? [`${number(undecided)} 笔银行还没有结果，之后再次回读`] : []),
  ]
  return (
    <div className={styles.result}>
      <Alert type={left > 0 ? 'warning' : 'info'} showIcon title={words.join('；')} />
      <RecordTable
        title="银行的结果"
        rows={[...checked]}
        rowKey={row => checked.indexOf(row)}
        columns={[
          { key: 'no', title: '申请单号', render: ({ requestNo }) => requestNo },
          { key: 'school', title: '驾校', render: ({ schoolName }) => schoolName ?? '—' },
          {
            key: 'amount',
            title: '金额',
            numeric: true,
            render: ({ amount }) => (amount === null ? '—' : money(amount)),
          },
          { key: 'outcome', title: '结果', render: ({ outcome }) => <OutcomeTag outcome={outcome} /> },
          {
            key: 'problem',
            title: '说明',
            render: ({ problem, repeated, requestNo }) =>
              problem ?? (repeated ? '之前已回读' : (reasons.get(requestNo) ?? '—')),
          },
        ]}
        empty="文件中没有付款结果。"
      />
      {register.error !== null && <Alert type="error" showIcon title={register.error.message} />}
      <div className={styles.ends}>
        <Button onClick={onBack}>换一个文件</Button>
        {counted.length > 0 && (
          <Button
            type="primary"
            loading={register.isPending}
            onClick={() => void run().catch(() => undefined)}
          >
            登记 {number(counted.length)} 笔结果
          </Button>
        )}
      </div>
    </div>
  )
}
