import { type PersonRow, persons } from '@drivesim/contract/privacy/persons'
import {
  type PrivacyRequest,
  plainKinds,
  privacyRequestKinds,
  privacyRequests,
} from '@drivesim/contract/privacy/privacyRequests'
import { identityProofs } from '@drivesim/contract/trust/factorResets'
import { App, Input, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { privacyReads } from './reads.ts'

/** What follows from settling a request. */
const consequences = {
  access: '请先当面或按学员留下的方式提供其个人信息，再办结。',
  correct: '请先在学员列表中改正，再办结。',
  restrict:
    '办结后不能再修改该学员的资料，也不能向其销售或为其报名，直到解除限制；退学、退款和训练记录照常。',
  withdraw:
    '办结后不能再修改该学员的资料，也不能向其销售或为其报名，直到其重新同意；退学、退款和训练记录照常。',
  erase:
    '批准后姓名、手机号、身份证号以及消息和日志中的这些内容立即清除，不能恢复。订单、账目和各项统计只按编号保留，数字不变；法律要求保存的身份信息加密留存到期。',
} as const

const proofField = (
  <Field name="proof">
    <Select options={optionsOf(identityProofs)} placeholder="怎样确认是本人" />
  </Field>
)

/** 登记权利请求, but for erasing. */
export function AddRequest({ person, onClosed }: { person: PersonRow; onClosed: () => void }) {
  const { message } = App.useApp()
  const add = useChange(privacyRequests.add, { invalidates: privacyReads, quiet: true })
  return (
    <DrawerForm
      title={`登记“${person.studentName}”的权利请求`}
      submitText="登记"
      schema={privacyRequests.add.input}
      initial={{ studentId: person.studentId }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async values => {
        await add.mutateAsync(values)
        void message.success('已登记，请在 15 个工作日内答复')
      }}
      onClosed={onClosed}
    >
      <Field name="kind">
        <Select options={optionsOf(plainKinds)} />
      </Field>
      {proofField}
      <Field name="wish">
        <Input.TextArea rows={3} maxLength={500} placeholder="如 要求更正姓名中的错字" />
      </Field>
    </DrawerForm>
  )
}

/** Asks for erasing somebody; another person decides. */
export function AskErasure({ person, onClosed }: { person: PersonRow; onClosed: () => void }) {
  const { message } = App.useApp()
  const ask = useChange(persons.erase, { invalidates: privacyReads, quiet: true })
  return (
    <DrawerForm
      title={`申请删除“${person.studentName}”的个人信息`}
      submitText="提交申请"
      schema={persons.erase.input}
      initial={{ studentId: person.studentId }}
      loading={ask.isPending}
      submitError={ask.error}
      onSubmit={async values => {
        await ask.mutateAsync(values)
        void message.info('已提交，须由另一人批准')
      }}
      onClosed={onClosed}
    >
      <p>须由另一人批准。{consequences.erase}</p>
      {proofField}
      <Field name="wish">
        <Input.TextArea rows={3} maxLength={500} placeholder="如 本人到校要求注销" />
      </Field>
    </DrawerForm>
  )
}

interface DecideProps {
  request: PrivacyRequest
  accept: boolean
  onClosed: () => void
}

/** Settles or refuses a request, with the answer that was given. */
export function Decide({ request, accept, onClosed }: DecideProps) {
  const { message } = App.useApp()
  const decide = useChange(privacyRequests.decide, { invalidates: privacyReads, quiet: true })
  const { requestId, studentName, kind, wish } = request
  const accepted = kind === 'erase' ? '批准删除' : '办结'
  const verb = accept ? accepted : '拒绝'
  return (
    <DrawerForm
      title={`${verb}“${studentName}”的${privacyRequestKinds[kind]}请求`}
      submitText={verb}
      schema={privacyRequests.decide.input}
      initial={{ requestId, accept }}
      loading={decide.isPending}
      submitError={decide.error}
      onSubmit={async values => {
        await decide.mutateAsync(values)
        void message.success(`已${verb}`)
      }}
      onClosed={onClosed}
    >
      <p>请求内容：{wish}</p>
      <p>{accept ? consequences[kind] : '请写明拒绝的理由，并告知学员。'}</p>
      <Field name="answer">
        <Input.TextArea
          rows={3}
          maxLength={500}
          placeholder={accept ? '怎样办理、何时答复本人' : '拒绝的理由'}
        />
      </Field>
    </DrawerForm>
  )
}
