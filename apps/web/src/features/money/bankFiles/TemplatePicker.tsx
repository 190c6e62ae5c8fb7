import { bankTemplates, ownBankTemplate } from '@drivesim/contract/money/bankTemplates'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { query } from '../../../api/query.ts'

interface Props {
  id?: string
  value?: number
  onChange?: (templateId: number | undefined) => void
}

/** A bank's template; none: our own columns. */
export function TemplatePicker(props: Props) {
  const { data = [], isPending } = useQuery(query(bankTemplates.list, undefined, { quiet: true }))
  return (
    <Select
      {...props}
      allowClear
      loading={isPending}
      placeholder={ownBankTemplate.templateName}
      options={data.map(({ templateId, templateName }) => ({ value: templateId, label: templateName }))}
    />
  )
}
