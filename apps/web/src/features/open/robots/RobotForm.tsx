import { type RobotRow, robotForm, robotTypes } from '@drivesim/contract/open/robotShapes'
import { robots } from '@drivesim/contract/open/robots'
import { Checkbox, Input } from 'antd'
import { useChange } from '../../../api/query.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'

const reads = [robots.list]
/** In the order in which settings of people have them. */
const types = robotForm.shape.types.element.options.map(value => ({ value, label: robotTypes[value] }))

/** 新增群机器人. */
export function AddRobot({ onClosed }: { onClosed: () => void }) {
  const add = useChange(robots.add, { invalidates: reads, quiet: true })
  return (
    <DrawerForm
      title="新增群机器人"
      submitText="新增群机器人"
      schema={robotForm}
      initial={{ types: ['deviceOffline', 'deviceFault'] }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={values => add.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="organId" help="群里会收到这个机构和下级机构的提醒，以您自己能看到的为限">
        <OrganisationPicker />
      </Field>
      <RobotFields addressHelp="群机器人设置里的 Webhook 地址；加密保存，之后不再显示" />
    </DrawerForm>
  )
}

/** 编辑群机器人. */
export function EditRobot({ robot, onClosed }: { robot: RobotRow; onClosed: () => void }) {
  const modify = useChange(robots.modify, { invalidates: reads, quiet: true })
  return (
    <DrawerForm
      title={`编辑群机器人 ${robot.robotName}`}
      submitText="保存"
      schema={robots.modify.input}
      initial={robot}
      loading={modify.isPending}
      submitError={modify.error}
      describe={describe}
      onSubmit={values => modify.mutateAsync(values)}
      onClosed={onClosed}
    >
      <RobotFields
        addressHelp={`不填则仍用现在的地址（末四位 ${robot.addressEnd}）；保存后您就是它的负责人`}
      />
    </DrawerForm>
  )
}

function RobotFields({ addressHelp }: { addressHelp: string }) {
  return (
    <>
      <Field name="robotName">
        <Input maxLength={50} placeholder="如 一校运维群" />
      </Field>
      <Field name="types">
        <Types />
      </Field>
      <Field name="address" help={addressHelp}>
        <Input autoComplete="off" placeholder="https://" />
      </Field>
      <Field name="signingKey" help="钉钉选“加签”、飞书选“签名校验”后显示的密钥；企业微信没有，不填">
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Field>
    </>
  )
}

interface TypesProps {
  id?: string
  value?: RobotRow['types']
  onChange?: (value: RobotRow['types']) => void
}

/** Without the form's ARIA attributes, which a group of boxes may not carry. */
function Types({ id, value = [], onChange }: TypesProps) {
  return (
    <Checkbox.Group
      {...(id && { id })}
      options={types}
      value={value}
      onChange={picked => onChange?.(picked)}
    />
  )
}

function describe(name: string, value: unknown) {
  if (name === 'types' && Array.isArray(value))
    return types
      .filter(option => value.includes(option.value))
      .map(({ label }) => label)
      .join('、')
  return undefined
}
