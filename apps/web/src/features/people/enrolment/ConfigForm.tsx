import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { enabledStates } from '@drivesim/contract/enabled'
import { enrolment } from '@drivesim/contract/people/enrolment/enrolment'
import {
  classTypes,
  type EnrolmentConfigRow,
  enrolmentConfigForm,
} from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { Input, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { gearName, gearOptions } from '../../../parts/gearTypes.ts'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { moneyIn } from '../../../ui/form/moneyIn.ts'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { configReads } from './reads.ts'

/** 新增招生配置, for the school of the open page, if there is one. */
export function AddConfig({ schoolId, onClosed }: { schoolId: number | undefined; onClosed: () => void }) {
  const add = useChange(enrolment.addConfig, { invalidates: configReads, quiet: true })
  const today = businessDayOf(serverNow())
  return (
    <DrawerForm
      title="新增招生配置"
      submitText="新增招生配置"
      schema={enrolmentConfigForm}
      initial={{
        schoolId,
        gearType: 'C1',
        classType: 'standard',
        validFrom: today,
        validUntil: addDays(today, 89),
        state: 'enabled',
      }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={values => add.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="schoolId" help="新增后不能更换">
        <SchoolPicker />
      </Field>
      <ConfigFields />
    </DrawerForm>
  )
}

/** 编辑招生配置. */
export function EditConfig({ config, onClosed }: { config: EnrolmentConfigRow; onClosed: () => void }) {
  const update = useChange(enrolment.modifyConfig, { invalidates: configReads, quiet: true })
  return (
    <DrawerForm
      title={`编辑招生配置 ${config.title}`}
      submitText="保存"
      schema={enrolment.modifyConfig.input}
      initial={config}
      loading={update.isPending}
      submitError={update.error}
      describe={describe}
      onSubmit={values => update.mutateAsync(values)}
      onClosed={onClosed}
    >
      <ConfigFields />
    </DrawerForm>
  )
}

function ConfigFields() {
  return (
    <>
      <Field name="title">
        <Input maxLength={50} placeholder="如 C1 手动挡周末班" />
      </Field>
      <Field name="gearType">
        <Select options={gearOptions} />
      </Field>
      <Field name="classType">
        <Select options={optionsOf(classTypes)} />
      </Field>
      <Field name="price">
        <YuanInput />
      </Field>
      <Field name="originalPrice" after="price" help="应用里划掉显示，没有优惠不填">
        <YuanInput />
      </Field>
      <Field name="contents" help="写明练车时间、模拟器课时等，学员报名前会看到">
        <Input.TextArea rows={4} maxLength={2000} />
      </Field>
      <Field name="validFrom">
        <DayPicker />
      </Field>
      <Field name="validUntil" after="validFrom" help="当天仍然可以报名">
        <DayPicker />
      </Field>
      <Field name="state" required>
        <Select options={optionsOf(enabledStates)} />
      </Field>
    </>
  )
}

/** Values in labels where two versions are compared. */
function describe(name: string, value: unknown) {
  if (name === 'gearType') return gearName(String(value ?? ''))
  if (name === 'price' || name === 'originalPrice') return moneyIn(value)
  const labels: Readonly<Record<string, string>> =
    name === 'classType' ? classTypes : name === 'state' ? enabledStates : {}
  return labels[String(value)]
}
