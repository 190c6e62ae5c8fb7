import { rangePresets } from '@drivesim/contract/board/dashboard/boardDates'
import { mostReceivers } from '@drivesim/contract/open/reportSchedules/reportStates'
import { rhythms, weekdays } from '@drivesim/contract/open/reportSchedules/reportTimes'
import { Checkbox, Form, Input, Select } from 'antd'
import { Choices } from '../../../ui/form/Choices.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { ReceiverPicker } from './ReceiverPicker.tsx'

interface Props {
  /** Of the file. */
  path: string
  takesRange: boolean
  /** Who gets it already, by their names. */
  known: readonly { readonly memberId: number; readonly memberName: string }[]
}

const asItStands = { value: null, label: '与列表现在的条件相同' }
const ranges = Object.entries(rangePresets).map(([value, { label }]) => ({ value, label }))
const hours = Array.from({ length: 24 }, (_, value) => ({
  value,
  label: `${String(value).padStart(2, '0')}:00`,
}))
const daysOfWeek = weekdays.map((label, at) => ({ value: at + 1, label }))
const daysOfMonth = Array.from({ length: 31 }, (_, at) => ({ value: at + 1, label: `${at + 1} 日` }))

/** What one decides of a schedule: for which days, when, and to whom. */
export function PlanFields({ path, takesRange, known }: Props) {
  const every: unknown = Form.useWatch('every')
  const form = Form.useFormInstance()
  return (
    <>
      <Field name="name">
        <Input maxLength={50} />
      </Field>
      {takesRange && (
        <Field name="range" help="按应发送的那一天计算，如每周一发送“上周”">
          <Select className="ui-wide" options={[asItStands, ...ranges]} />
        </Field>
      )}
      <Field name="every">
        <Choices
          optionType="button"
          options={optionsOf(rhythms)}
          onChange={({ target }) => form.setFieldValue('day', target.value === 'daily' ? null : 1)}
        />
      </Field>
      {every !== 'daily' && (
        <Field
          name="day"
          label={every === 'weekly' ? '星期' : '日'}
          required
          help={every === 'monthly' && '没有这一天的月份，在该月最后一天发送'}
        >
          <Select className="ui-wide" options={every === 'weekly' ? daysOfWeek : daysOfMonth} />
        </Field>
      )}
      <Field name="hour" help="北京时间">
        <Select className="ui-wide" options={hours} />
      </Field>
      <Field
        name="receiverIds"
        help={`最多 ${mostReceivers} 人。每个人只收到自己有权查看的数据；没有权限的成员不在列表中`}
      >
        <ReceiverPicker path={path} known={known} />
      </Field>
      <Form.Item
        name="byMail"
        valuePropName="checked"
        extra="站内消息总会发送。不含个人信息且不超过 5 MB 的文件会附在邮件中，其他文件在邮件中只有链接"
      >
        <Checkbox>同时发送邮件</Checkbox>
      </Form.Item>
    </>
  )
}
