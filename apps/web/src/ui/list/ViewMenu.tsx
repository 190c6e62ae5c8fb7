import { CheckOutlined, DownOutlined } from '@ant-design/icons'
import { type View, views } from '@drivesim/contract/tools/views'
import { Alert, App, Dropdown, type MenuProps } from 'antd'
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { useChange } from '../../api/query.ts'
import { useConfirm } from '../form/useConfirm.ts'
import { LazyOverlay, lazyPart } from '../LazyPart.tsx'
import { chooseOnly } from '../MenuButton.tsx'
import { flushChoices } from './choices.ts'
import type { Look } from './useLook.ts'
import { formOf, viewReads } from './viewContent.ts'
import './views.css'

const ViewForm = lazyPart(() => import('./ViewForm.tsx'))

/** Names the view that the list shows, and what can be done about it: a menu that is made when it is first asked for. */
export function ViewMenu({ look }: { look: Look }) {
  const [asked, setAsked] = useState(false)
  if (asked) return <AskedMenu look={look} />
  const ask = () => {
    look.ask()
    setAsked(true)
  }
  return <NameButton look={look} aria-expanded={false} onClick={ask} />
}

/** Takes the place of the button that asked for it, open, and its focus. */
function AskedMenu({ look }: { look: Look }) {
  const [open, setOpen] = useState(true)
  const [form, setForm] = useState<'add' | 'edit' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  const items = useItems(look, setForm)
  return (
    <>
      <Dropdown
        trigger={['click']}
        open={open}
        onOpenChange={next => {
          if (next) look.ask()
          setOpen(next)
        }}
        menu={{ items, className: 'ui-view-menu', onKeyDown: chooseOnly }}
      >
        <NameButton ref={button} look={look} aria-expanded={open} />
      </Dropdown>
      {form !== null && (
        <LazyOverlay onClosed={() => setForm(null)}>
          <ViewForm look={look} view={form === 'edit' ? look.view : null} onClosed={() => setForm(null)} />
        </LazyOverlay>
      )}
    </>
  )
}

function NameButton({ look, ...button }: { look: Look } & ComponentProps<'button'>) {
  return (
    <button {...button} type="button" className={`ui-view ${button.className ?? ''}`} aria-haspopup="menu">
      <span className="ui-quiet">视图</span>
      <span className="ui-view-name">{look.view?.name ?? '默认'}</span>
      {look.changed && <span className="ui-view-changed">已修改</span>}
      <DownOutlined aria-hidden />
    </button>
  )
}

type Items = NonNullable<MenuProps['items']>

function useItems(look: Look, setForm: (form: 'add' | 'edit') => void): Items {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const save = useChange(views.save, { invalidates: viewReads })
  const remove = useChange(views.remove, { invalidates: viewReads })
  const { view, changed, content } = look
  const mayEdit = view?.mayEdit === true

  const saveNow = async (saved: View) => {
    // A failure was shown by the call.
    const done = await save.mutateAsync({ ...formOf(look.list, saved), ...content }).catch(() => null)
    if (done === null) return
    look.settle({ ...saved, ...content, version: saved.version + 1 })
    message.success('已保存')
  }
  const askRemove = (removed: View) =>
    confirm({
      title: `删除视图“${removed.name}”？`,
      consequence:
        removed.organId === null ? '删除后不能恢复。' : '正在使用它的同事将回到默认视图，删除后不能恢复。',
      verb: '删除视图',
      danger: true,
      run: async () => {
        look.open(null)
        await flushChoices()
        await remove.mutateAsync({ viewId: removed.viewId })
      },
    })
  const entry = (saved: View) => ({
    key: `view:${saved.viewId}`,
    icon: <CheckOutlined className={saved.viewId === view?.viewId ? '' : 'ui-unseen'} />,
    label: (
      <>
        {saved.name}
        {saved.organName !== null && (
          <span className="ui-view-note">
            {saved.mine ? `已分享给${saved.organName}` : `${saved.ownerName} 分享给${saved.organName}`}
          </span>
        )}
      </>
    ),
    onClick: () => look.open(saved),
  })
  const group = (label: string, of: readonly View[]): Items =>
    of.length === 0 ? [] : [{ type: 'group', key: label, label, children: of.map(entry) }]
  const own = look.views?.filter(({ mine }) => mine) ?? []
  const others = look.views?.filter(({ mine }) => !mine) ?? []
  return [
    {
      key: 'none',
      icon: <CheckOutlined className={view === null ? '' : 'ui-unseen'} />,
      label: '默认',
      onClick: () => look.open(null),
    },
    ...(look.views === undefined ? [{ key: 'awaited', label: '正在读取视图', disabled: true }] : []),
    ...group('我的视图', own),
    ...group('分享的视图', others),
    { type: 'divider' },
    ...(view !== null && changed && mayEdit
      ? [{ key: 'save', label: '保存', onClick: () => void saveNow(view) }]
      : []),
    { key: 'add', label: '另存为…', onClick: () => setForm('add') },
    ...(view !== null && changed ? [{ key: 'back', label: '还原', onClick: () => look.open(view) }] : []),
    ...(view !== null && mayEdit
      ? [
          { key: 'edit', label: '重命名和分享…', onClick: () => setForm('edit') },
          { key: 'remove', label: '删除', danger: true, onClick: () => void askRemove(view) },
        ]
      : []),
  ]
}

/** The address names a view that is not there, or not for this person. */
export function ViewMissing({ look }: { look: Look }) {
  return (
    <Alert
      className="ui-view-missing"
      type="warning"
      showIcon
      title="链接中的视图不存在，或没有分享给您。查询条件仍然有效，列按您自己的设置显示。"
      closable={{ onClose: look.forget, 'aria-label': '关闭' }}
    />
  )
}
