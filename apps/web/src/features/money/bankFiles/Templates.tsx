import { PlusOutlined } from '@ant-design/icons'
import {
  type BankTemplate,
  bankContents,
  bankEncodings,
  bankTemplates,
} from '@drivesim/contract/money/bankTemplates'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { bankTemplateReads } from './reads.ts'
import { TemplateForm } from './TemplateForm.tsx'

/** 银行模板: how each bank wants its file. */
export function Templates({ onClosed }: { onClosed: () => void }) {
  const { data, error, refetch } = useQuery(query(bankTemplates.list, undefined, { quiet: true }))
  const [edited, edit] = useState<BankTemplate | 'add' | null>(null)
  const remove = useChange(bankTemplates.remove, { invalidates: bankTemplateReads })
  const ask = useConfirm()
  const { message } = App.useApp()
  const removing = (template: BankTemplate) =>
    ask({
      title: `删除银行模板“${template.templateName}”？`,
      consequence: '以前用它下载的文件不受影响。',
      verb: '删除银行模板',
      danger: true,
      run: async () => {
        await remove.mutateAsync({ templateId: template.templateId })
        message.success('已删除银行模板')
      },
    })
  return (
    <ReadDrawer
      title="银行模板"
      extra={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('add')}>
          新增银行模板
        </Button>
      }
      onClosed={onClosed}
    >
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <BlockSkeleton height={240} />
      ) : (
        <RecordTable
          title="银行模板"
          rows={data}
          rowKey={({ templateId }) => templateId}
          columns={[
            { key: 'name', title: '模板名称', render: ({ templateName }) => templateName },
            { key: 'encoding', title: 'CSV 编码', render: ({ encoding }) => bankEncodings[encoding] },
            { key: 'columns', title: '列', render: columnsOf },
          ]}
          actions={template => [
            { label: '编辑', onAct: () => edit(template) },
            { label: '删除', removes: true, onAct: () => void removing(template) },
          ]}
          empty="还没有银行模板，下载时用标准格式。按网银的导入说明新增一个。"
        />
      )}
      {edited !== null && (
        <TemplateForm {...(edited !== 'add' && { template: edited })} onClosed={() => edit(null)} />
      )}
    </ReadDrawer>
  )
}

const columnsOf = ({ columns }: BankTemplate) =>
  columns.map(({ title, content }) => title || bankContents[content]).join('、')
