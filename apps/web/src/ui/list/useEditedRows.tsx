import { PlusOutlined } from '@ant-design/icons'
import type { AccessCode } from '@drivesim/contract/access'
import { type ReactNode, useState } from 'react'
import { useCan } from '../Can.tsx'
import { FormButton } from '../FormButton.tsx'
import { useConfirm } from '../form/useConfirm.ts'
import { useUndo } from '../useUndo.tsx'
import type { RowAction } from './types.ts'

interface Options<Row> {
  /** What a row is called, such as `保养计划`. */
  what: string
  /** Who may edit. */
  code: AccessCode
  /** Why this person may not edit all the same; undefined while that is not known yet. */
  reason: string | null | undefined
  nameOf: (row: Row) => string
  isEnabled: (row: Row) => boolean
  /** Why this one stays as it is. */
  fixed?: (row: Row) => string | null
  /** What comes of switching it on or off. */
  consequence: (row: Row, enabled: boolean) => string
  setEnabled: (row: Row, enabled: boolean) => Promise<unknown>
  /** Of a row, or of a new one. */
  form: (row: Row | undefined, onClosed: () => void) => ReactNode
}

/** The acts of a list of settings: add, edit, 停用 and 启用. */
export function useEditedRows<Row extends object>(options: Options<Row>) {
  const { what, reason, nameOf, isEnabled, fixed, consequence, setEnabled, form } = options
  const [open, setOpen] = useState<Row | 'add' | null>(null)
  const mayEdit = useCan(options.code)
  const ask = useConfirm()
  const offerUndo = useUndo()

  const toggle = (row: Row): RowAction => {
    const enabled = !isEnabled(row)
    const label = enabled ? '启用' : '停用'
    const verb = `${label}${what}`
    return {
      label,
      reason: reason ?? fixed?.(row) ?? null,
      onAct: () =>
        ask({
          title: `${verb}“${nameOf(row)}”？`,
          consequence: consequence(row, enabled),
          verb,
          danger: !enabled,
          run: async () => {
            await setEnabled(row, enabled)
            offerUndo({ done: `已${verb}“${nameOf(row)}”`, undo: () => setEnabled(row, !enabled) })
          },
        }),
    }
  }
  const actions = (row: Row): RowAction[] => [
    { label: '编辑', reason, onAct: () => setOpen(row) },
    toggle(row),
  ]
  return {
    /** Of the list; missing for who may not edit. */
    actions: mayEdit ? { actions } : {},
    add: mayEdit && (
      <FormButton
        type="primary"
        icon={<PlusOutlined />}
        act={reason === undefined ? null : 'add'}
        reason={reason}
        onPress={() => setOpen('add')}
      >
        新增{what}
      </FormButton>
    ),
    dialogs: open !== null && form(open === 'add' ? undefined : open, () => setOpen(null)),
  }
}
