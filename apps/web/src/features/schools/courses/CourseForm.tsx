import { type CourseRow, courseForm, courses } from '@drivesim/contract/schools/courses'
import { App, Form, Input, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { gearName, gearOptions } from '../../../parts/gearTypes.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { moneyIn } from '../../../ui/form/moneyIn.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { money } from '../../../ui/format.ts'
import { ModulesPicker, useModules } from './ModulesPicker.tsx'
import { courseReads } from './reads.ts'

/** Long enough to read the names of some schools. */
const seconds = 10

/** 新增课程. */
export function AddCourse({ onClosed }: { onClosed: () => void }) {
  const add = useChange(courses.add, { invalidates: courseReads, quiet: true })
  return (
    <DrawerForm
      title="新增课程"
      submitText="新增课程"
      schema={courseForm}
      initial={{ gearType: 'C1', moduleIds: [], validDays: 90 }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={values => add.mutateAsync(values)}
      onClosed={onClosed}
    >
      <CourseFields />
    </DrawerForm>
  )
}

/** 编辑课程. */
export function EditCourse({ course, onClosed }: { course: CourseRow; onClosed: () => void }) {
  const modify = useChange(courses.modify, { invalidates: courseReads, quiet: true })
  const describe = useDescribe()
  const { message } = App.useApp()
  return (
    <DrawerForm
      title={`编辑课程 ${course.courseName}`}
      submitText="保存"
      schema={courses.modify.input}
      initial={course}
      loading={modify.isPending}
      submitError={modify.error}
      describe={describe}
      onSubmit={async values => {
        const { offersBelowFloor } = await modify.mutateAsync(values)
        const schools = offersBelowFloor.map(({ schoolName, price }) => `${schoolName}（${money(price)}）`)
        if (schools.length > 0)
          message.warning(`${schools.join('、')}的售价低于平台底价，调整价格后才能继续销售`, seconds)
      }}
      onClosed={onClosed}
    >
      <CourseFields />
    </DrawerForm>
  )
}

function CourseFields() {
  const form = Form.useFormInstance()
  const gearType: unknown = Form.useWatch('gearType', form)
  const modules = useModules()
  /** What the other licence type does not train goes. */
  const keepFitting = (gear: string) => {
    const chosen: unknown = form.getFieldValue('moduleIds')
    if (!Array.isArray(chosen)) return
    const fits = (id: unknown) =>
      modules.some(({ moduleId, gearTypes }) => moduleId === id && gearTypes.includes(gear))
    form.setFieldValue('moduleIds', chosen.filter(fits))
  }
  return (
    <>
      <Field name="courseName">
        <Input maxLength={50} placeholder="如 科目二基础班" />
      </Field>
      <Field name="gearType">
        <Select options={gearOptions} onChange={keepFitting} />
      </Field>
      <Field name="moduleIds" help="只列出所选驾照类型要训练的模块">
        <ModulesPicker gearType={typeof gearType === 'string' ? gearType : ''} />
      </Field>
      <NumberField name="minutes" help="购买后可以使用模拟器的总时长" unit="分钟" />
      <Field name="price" help="驾校可以在课程配置中另定价格">
        <YuanInput />
      </Field>
      <Field name="floorPrice" help="任何驾校都不能低于此价销售；不填或填 0 表示不限">
        <YuanInput />
      </Field>
      <NumberField name="validDays" help="自购买之日起，须在这些天内用完" unit="天" />
      <Field name="note">
        <Input.TextArea rows={2} maxLength={200} />
      </Field>
    </>
  )
}

/** Values in words where two versions of a course are compared. */
function useDescribe() {
  const modules = useModules()
  return (name: string, value: unknown) => {
    if (name === 'gearType') return gearName(String(value ?? ''))
    if (name === 'price' || name === 'floorPrice') return moneyIn(value)
    if (name !== 'moduleIds' || !Array.isArray(value)) return undefined
    return value
      .map(id => modules.find(({ moduleId }) => moduleId === id)?.moduleName ?? String(id))
      .join('、')
  }
}
