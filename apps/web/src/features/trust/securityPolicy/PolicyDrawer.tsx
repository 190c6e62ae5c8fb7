import { accessCodes, accessNames } from '@drivesim/contract/access'
import { type SelfReset, selfResets } from '@drivesim/contract/trust/contactKinds'
import {
  policyForm,
  type SecondStepGroup,
  secondStepGroups,
  securityPolicy,
} from '@drivesim/contract/trust/securityPolicy'
import { App, Form, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { Choices } from '../../../ui/form/Choices.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { FigureInput } from '../../../ui/form/FigureInput.tsx'
import { PolicyEffect } from './PolicyEffect.tsx'
import type { Policy } from './policy.ts'

const groups = Object.entries(secondStepGroups).map(([value, label]) => ({ value, label }))
const resets = Object.entries(selfResets).map(([value, label]) => ({ value, label }))
const needs = [
  { value: true, label: '要求' },
  { value: false, label: '不要求' },
]
const codes = accessCodes.map(value => ({ value, label: accessNames[value] }))
const isGroup = (value: unknown): value is SecondStepGroup =>
  typeof value === 'string' && Object.hasOwn(secondStepGroups, value)

const isReset = (value: unknown): value is SelfReset =>
  typeof value === 'string' && Object.hasOwn(selfResets, value)

/** Changes the policy; what it would mean stands below the fields before it is saved. */
export function PolicyDrawer({ policy, onClosed }: { policy: Policy; onClosed: () => void }) {
  const { message } = App.useApp()
  const save = useChange(securityPolicy.save, {
    invalidates: [securityPolicy.info, securityPolicy.members],
    quiet: true,
  })
  return (
    <DrawerForm
      title="修改安全设置"
      submitText="保存"
      schema={policyForm}
      initial={policy}
      loading={save.isPending}
      submitError={save.error}
      describe={describe}
      onSubmit={async values => {
        await save.mutateAsync(values)
        void message.success('安全设置已保存')
      }}
      onClosed={onClosed}
    >
      <Field name="secondStepFor">
        <Select options={groups} />
      </Field>
      <CodesField />
      <Field name="graceDays" help="之后才获得指定权限的成员没有宽限">
        <FigureInput min={0} max={30} decimals={0} unit="天" />
      </Field>
      <Field name="stepUpMinutes" term="再次验证身份">
        <FigureInput min={5} max={60} decimals={0} unit="分钟" />
      </Field>
      <Field name="idleMinutes">
        <FigureInput min={30} max={1440} decimals={0} unit="分钟" />
      </Field>
      <Field name="moneyIdleMinutes" help="墙上的大屏请用没有财务和订单权限的账号">
        <FigureInput min={10} max={1440} decimals={0} unit="分钟" />
      </Field>
      <Field name="absoluteHours">
        <FigureInput min={12} max={720} decimals={0} unit="小时" />
      </Field>
      <Field name="mostSessions" help="超过时，最久没用的一台退出">
        <FigureInput min={1} max={20} decimals={0} unit="台" />
      </Field>
      <Field
        name="systemNetworks"
        required={false}
        help="只在这些网络里能用系统管理，如 10.0.0.0/8；不填则不限"
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[' ', '，', ',', '、']}
          placeholder="网段或 IP 地址"
        />
      </Field>
      <Field
        name="selfReset"
        help="成员先在个人中心验证自己的邮箱或手机；须开启两步验证而未开启的成员仍由管理员重置"
      >
        <Select options={resets} />
      </Field>
      <Field
        name="consentNeeded"
        help="要求时，没有登记告知同意就不能新增、导入或确认学员；请先在个人信息保护中发布告知书"
      >
        <Choices options={needs} />
      </Field>
      <PolicyEffect />
    </DrawerForm>
  )
}

/** The codes count only where not everybody, or nobody, is asked; with everybody they say who has no grace. */
function CodesField() {
  const group: unknown = Form.useWatch('secondStepFor', { form: Form.useFormInstance(), preserve: true })
  if (group === 'none') return null
  return (
    <Field
      name="codes"
      required={false}
      help={
        group === 'all'
          ? '持有其中任一权限的成员，以及平台人员，按更早的时间开启'
          : '持有其中任一权限的成员，以及平台人员'
      }
    >
      <Select mode="multiple" options={codes} optionFilterProp="label" placeholder="只要求平台人员" />
    </Field>
  )
}

/** Values in words where two versions are compared. */
function describe(name: string, value: unknown) {
  if (name === 'secondStepFor' && isGroup(value)) return secondStepGroups[value]
  if (name === 'selfReset' && isReset(value)) return selfResets[value]
  if (name === 'consentNeeded') return value === true ? '要求' : '不要求'
  if (name !== 'codes' || !Array.isArray(value)) return undefined
  return codes
    .filter(code => value.includes(code.value))
    .map(({ label }) => label)
    .join('、')
}
