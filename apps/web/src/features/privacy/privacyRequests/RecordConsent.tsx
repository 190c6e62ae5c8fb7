import { consentBases, consentMethods } from '@drivesim/contract/privacy/consentShapes'
import { type ConsentRow, consents } from '@drivesim/contract/privacy/consents'
import { privacyNotices } from '@drivesim/contract/privacy/privacyNotices'
import { useQuery } from '@tanstack/react-query'
import { App, Select } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { Choices } from '../../../ui/form/Choices.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { nothingToChoose, optionsOf } from '../../../ui/options.ts'
import { privacyReads } from './reads.ts'

const yesNo = [
  { value: true, label: '已取得' },
  { value: false, label: '没有' },
]

/** 登记同意 of one student. */
export function RecordConsent({ row, onClosed }: { row: ConsentRow; onClosed: () => void }) {
  const { message } = App.useApp()
  const list = useQuery(query(privacyNotices.list, undefined, { quiet: true }))
  const record = useChange(consents.record, { invalidates: privacyReads, quiet: true })
  const versions = (list.data?.notices ?? []).map(({ noticeVersion }) => ({
    value: noticeVersion,
    label: `第 ${noticeVersion} 版`,
  }))
  return (
    <DrawerForm
      title={`登记“${row.studentName}”的同意`}
      submitText="登记"
      schema={consents.record.input}
      initial={{
        studentId: row.studentId,
        noticeVersion: versions[0]?.value,
        consentBasis: 'consent',
        consentMethod: 'paper',
        idNumberSeparate: false,
        guardianConsents: false,
      }}
      loading={record.isPending}
      submitError={record.error}
      onSubmit={async values => {
        await record.mutateAsync(values)
        void message.success('已登记')
      }}
      onClosed={onClosed}
    >
      <Field name="noticeVersion">
        <Select options={versions} notFoundContent={nothingToChoose(list, '还没有告知书')} />
      </Field>
      <Field name="consentBasis" help="以合同或法定义务为依据时，仍须告知">
        <Select options={optionsOf(consentBases)} />
      </Field>
      <Field name="consentMethod">
        <Select options={optionsOf(consentMethods)} />
      </Field>
      <Field name="idNumberSeparate">
        <Choices options={yesNo} />
      </Field>
      <Field name="guardianConsents" help="未满 14 周岁时须由监护人同意">
        <Choices options={yesNo} />
      </Field>
    </DrawerForm>
  )
}
