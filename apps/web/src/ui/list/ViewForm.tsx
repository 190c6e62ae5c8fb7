import { type View, views } from '@drivesim/contract/tools/views'
import { App, Input } from 'antd'
import { useChange } from '../../api/query.ts'
import { Choices } from '../form/Choices.tsx'
import { DrawerForm } from '../form/DrawerForm.tsx'
import { Field } from '../form/Field.tsx'
import type { Look } from './useLook.ts'
import { formOf, viewReads } from './viewContent.ts'

interface Props {
  look: Look
  /** Null: what is on the screen becomes a view. */
  view: View | null
  onClosed: () => void
}

const title = { add: '另存为视图', edit: '重命名和分享' }

/** A view's name, and the people who share it. */
export default function ViewForm({ look, view, onClosed }: Props) {
  const { message } = App.useApp()
  const save = useChange(views.save, { invalidates: viewReads, quiet: true })
  const { list, content, organs } = look
  const shared = view?.organId == null ? [] : [{ organId: view.organId, organName: view.organName ?? '' }]
  const choices = [...shared, ...organs.filter(({ organId }) => organId !== view?.organId)]
  return (
    <DrawerForm
      title={view === null ? title.add : title.edit}
      submitText="保存视图"
      schema={views.save.input}
      initial={view === null ? { list, organId: '', ...content } : formOf(list, view)}
      loading={save.isPending}
      submitError={save.error}
      fromLatest={latest => ({ ...latest, list, organId: latest.organId ?? '' })}
      onSubmit={async form => {
        const { viewId } = await save.mutateAsync(form)
        if (view === null) look.adopt(viewId, form)
        message.success('已保存')
      }}
      onClosed={onClosed}
    >
      <Field name="name" term="视图">
        <Input maxLength={30} />
      </Field>
      <Field name="organId" label="谁可以使用">
        <Choices
          className="ui-view-organs"
          options={[
            { value: '', label: '仅自己' },
            ...choices.map(({ organId, organName }) => ({
              value: organId,
              label: `分享给${organName}及下级机构的成员`,
            })),
          ]}
        />
      </Field>
    </DrawerForm>
  )
}
