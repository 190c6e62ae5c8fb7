import type { DataOf } from '@drivesim/contract/endpoint'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { workOrderPriorities } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { Form } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { useChange } from '../../../api/query.ts'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Can } from '../../../ui/Can.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { FigureInput } from '../../../ui/form/FigureInput.tsx'
import { duration } from '../../../ui/format.ts'
import { Panel } from '../../../ui/PageHead.tsx'

type Limits = DataOf<typeof opsSettings.info>['limits']

/** 响应时限, in working time. */
export function LimitPanel({ limits }: { limits: Limits }) {
  const [open, setOpen] = useState(false)
  const reason = usePlatformOnly('响应时限')
  return (
    <Panel
      title="响应时限"
      extra={
        <Can code="ops:dispatch">
          <ActButton reason={reason} onClick={() => setOpen(true)}>
            修改
          </ActButton>
        </Can>
      }
    >
      <Facts
        items={limits.map(({ priority, minutes }) => [workOrderPriorities[priority], duration(minutes * 60)])}
      />
      {open && <LimitForm limits={limits} onClosed={() => setOpen(false)} />}
    </Panel>
  )
}

const form = z.object({ limits: opsSettings.saveLimits.input.shape.limits })

function LimitForm({ limits, onClosed }: { limits: Limits; onClosed: () => void }) {
  const save = useChange(opsSettings.saveLimits, { invalidates: [opsSettings.info], quiet: true })
  return (
    <DrawerForm
      title="响应时限"
      submitText="保存"
      schema={form}
      initial={{ limits }}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <p>只用于之后新建、或之后改了优先级或故障类型的工单；其他工单的响应时限不变。</p>
      {limits.map(({ priority }, index) => (
        <Form.Item
          key={priority}
          name={['limits', index, 'minutes']}
          label={workOrderPriorities[priority]}
          required
          rules={[{ required: true, message: '请填写分钟数' }]}
        >
          <FigureInput min={1} max={10_000} decimals={0} unit="分钟" />
        </Form.Item>
      ))}
    </DrawerForm>
  )
}
