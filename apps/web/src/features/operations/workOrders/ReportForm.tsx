import { workOrderErrors } from '@drivesim/contract/operations/workOrders/workOrderErrors'
import {
  mostPictures,
  workOrderPictureKinds,
  workOrderPriorities,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { Form, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { ClassroomPicker } from '../../../parts/ClassroomPicker.tsx'
import { deviceWords } from '../../../parts/deviceWords.ts'
import { useUnclassified } from '../../../parts/opsChoices.ts'
import { PhotosField } from '../../../parts/pictures/PhotoStrip.tsx'
import { SimulatorPicker } from '../../../parts/SimulatorPicker.tsx'
import type { SectionProps } from '../../../parts/sections.ts'
import { useCan } from '../../../ui/Can.tsx'
import { clearable } from '../../../ui/clearable.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { OnOff } from '../../../ui/form/OnOff.tsx'
import { useQuestion } from '../../../ui/form/useQuestion.ts'
import { optionsOf } from '../../../ui/options.ts'
import { useAddedMessage } from '../../../ui/useAddedMessage.tsx'
import { FaultFields } from './ClassifyForm.tsx'
import styles from './forms.module.css'
import { workOrderPath } from './paths.ts'
import { workOrderReads } from './reads.ts'

interface Props {
  /** Where it is known already, as when its label was scanned. */
  simulator?: SectionProps['faultReporting']['simulator']
  onClosed: () => void
}

const duplicateQuestion = {
  asks: workOrderErrors.workOrderOpen,
  title: '可能是重复报修',
  consequence: '如果是同一故障，不必再报；仍要新建会有两张工单。',
  verb: '不是同一故障，仍要新建',
} as const

/** 报修, of a device or of a whole classroom. */
export function ReportForm({ simulator, onClosed }: Props) {
  const add = useChange(workOrders.add, { invalidates: workOrderReads, quiet: true })
  const question = useQuestion()
  // A field takes what it begins with when it is made: made anew once that is known.
  const unclassified = useUnclassified()
  const made = useAddedMessage()
  return (
    <DrawerForm
      title={simulator === undefined ? '报修' : `报修 ${deviceWords(simulator)}`}
      submitText="提交报修"
      schema={workOrders.add.input}
      initial={{ simulatorId: simulator?.simulatorId, pictures: [], deviceDown: false }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async values => {
        const order = await question(duplicateQuestion, force => add.mutateAsync({ ...values, force }))
        made(`工单 ${order.no}`, workOrderPath(order))
      }}
      onClosed={onClosed}
    >
      {simulator === undefined && <Subject />}
      {/* First, since whoever stands before a broken device knows what it does, and seldom why. */}
      <Field name="description">
        <Input.TextArea rows={4} maxLength={1000} placeholder="如 踏板踩下后不回弹，学员无法继续训练" />
      </Field>
      <FaultFields
        key={unclassified?.faultTypeId}
        initial={unclassified}
        typeHelp="不确定就不用改，由派单的人归类"
      />
      <Field name="pictures" label={workOrderPictureKinds.report}>
        <PhotosField what="报修照片" most={mostPictures.report} />
      </Field>
      <Field name="priority" help="不选则按故障类型">
        <Select placeholder="按故障类型" allowClear={clearable} options={optionsOf(workOrderPriorities)} />
      </Field>
      <Field name="deviceDown" help="是：设备不能使用，在修好前显示为故障">
        <OnOff />
      </Field>
    </DrawerForm>
  )
}

/** The device, or the classroom. Who may not list devices scans the label of one. */
function Subject() {
  const form = Form.useFormInstance()
  const mayList = useCan('device:simulator', 'device:running')
  const [kind, setKind] = useState<'device' | 'room'>(mayList ? 'device' : 'room')
  const choose = (next: 'device' | 'room') => {
    form.setFieldsValue({ simulatorId: undefined, roomId: undefined })
    setKind(next)
  }
  return (
    <>
      <Segmented
        className={styles.subject ?? ''}
        aria-label="报修对象"
        options={[
          { value: 'device', label: '设备' },
          { value: 'room', label: '整间教室' },
        ]}
        value={kind}
        onChange={choose}
      />
      {kind === 'room' ? (
        <Field name="roomId" required help="如断网、停电等与整间教室有关的问题">
          <ClassroomPicker organId={undefined} />
        </Field>
      ) : mayList ? (
        <Field name="simulatorId" required>
          <SimulatorPicker />
        </Field>
      ) : (
        <p className="ui-quiet">报修单台设备，请扫描设备上的标签。</p>
      )}
    </>
  )
}
