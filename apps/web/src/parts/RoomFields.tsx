import { Form } from 'antd'
import { Field } from '../ui/form/Field.tsx'
import { ClassroomPicker } from './ClassroomPicker.tsx'
import { OrganisationPicker } from './OrganisationPicker.tsx'

/** An organisation (`organId`) and one of its classrooms (`roomId`), which is cleared when the organisation changes. */
export function RoomFields({ roomHelp }: { roomHelp?: string }) {
  const form = Form.useFormInstance()
  const organId: unknown = Form.useWatch('organId', form)
  return (
    <>
      <Field name="organId">
        <OrganisationPicker onChange={() => form.setFieldValue('roomId', undefined)} />
      </Field>
      <Field name="roomId" {...(roomHelp !== undefined && { help: roomHelp })}>
        <ClassroomPicker organId={typeof organId === 'number' ? organId : undefined} />
      </Field>
    </>
  )
}
