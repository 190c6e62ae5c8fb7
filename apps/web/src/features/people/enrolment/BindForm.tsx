import type { DataOf } from '@drivesim/contract/endpoint'
import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import type { EnrolmentConfigRow } from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { deviceLine } from '../../../parts/deviceWords.ts'
import { clearable } from '../../../ui/clearable.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { configReads } from './reads.ts'

/** What may be bound to a configuration: of its own school alone. */
export interface Bindable {
  config: EnrolmentConfigRow
  coaches: DataOf<typeof enrolment.coachesForAll>
  simulators: DataOf<typeof enrolment.simulatorsForAll>
}

/** 绑定教练与设备. */
export function BindForm({ config, coaches, simulators, onClosed }: Bindable & { onClosed: () => void }) {
  const bind = useChange(enrolment.bindConfig, { invalidates: configReads, quiet: true })
  const bound = coaches.filter(({ id }) => config.coachIds.includes(id))
  const gone = config.coachIds.length - bound.length
  return (
    <DrawerForm
      title={`绑定教练与设备 ${config.title}`}
      submitText="保存绑定"
      schema={enrolment.bindConfig.input}
      initial={{
        configId: config.id,
        coachIds: bound.map(({ id }) => id),
        simulatorIds: config.simulatorIds,
      }}
      loading={bind.isPending}
      submitError={bind.error}
      onSubmit={values => bind.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field
        name="coachIds"
        label={`${config.schoolName} 的教练`}
        help={gone === 0 ? '只列出在职的教练' : `${gone} 名已离职的教练会在保存后解除绑定`}
      >
        <Select
          mode="multiple"
          placeholder="请选择教练"
          notFoundContent="该驾校还没有在职的教练，请先在教练管理中新增"
          showSearch={{ optionFilterProp: 'label' }}
          allowClear={clearable}
          options={coaches.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field name="simulatorIds" label={`${config.schoolName} 的设备`} help="一台设备可以服务多个招生配置">
        <Select
          mode="multiple"
          placeholder="车牌号、座位、教室或设备编号"
          notFoundContent="该驾校还没有设备，请先在设备列表中新增"
          showSearch={{ optionFilterProp: 'label' }}
          allowClear={clearable}
          options={simulators.map(simulator => ({
            value: simulator.simulatorId,
            label: deviceLine(simulator),
          }))}
        />
      </Field>
    </DrawerForm>
  )
}
