import { SearchOutlined } from '@ant-design/icons'
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { LazyPart, lazyPart } from '../../ui/LazyPart.tsx'
import headerStyles from '../frame/Header.module.css'
import { SearchField } from './SearchField.tsx'
import { nothingTyped, press } from './typedAhead.ts'

const Search = lazyPart(() => import('./Search.tsx'))

/** Ctrl-K: every page that these codes open, and the records that they may see. */
export const SearchButton = memo(function SearchButton({ heldCodes }: { heldCodes: ReadonlySet<string> }) {
  const [open, setOpen] = useState(false)
  /** The dialog stands, and its field has the focus. */
  const [stands, setStands] = useState(false)
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  /** Until the dialog stands. */
  const ahead = useRef(nothingTyped)
  const show = () => {
    ahead.current = nothingTyped
    setTyped('')
    setOpen(true)
  }
  const showNow = useEffectEvent(show)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Its code comes while the finger is on its way to the K.
      if (event.key === 'Control' || event.key === 'Meta') void Search.prefetch()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      showNow()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  useEffect(() => {
    if (!open || stands) return
    // The dialog comes a moment after its key: what is pressed meanwhile is meant for the field, not for the page.
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const next = press(ahead.current, event.key)
      // The field may be there for long where frames are rare: what chooses, opens and closes works in it.
      if (next === ahead.current && event.target === input.current) return
      event.preventDefault()
      event.stopPropagation()
      ahead.current = next
      setTyped(ahead.current.text)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [open, stands])
  const typing = { input, typed, onTyped: setTyped }
  return (
    <>
      <button
        type="button"
        className={headerStyles.search}
        aria-label="搜索"
        onPointerEnter={() => void Search.prefetch()}
        onClick={show}
      >
        <SearchOutlined />
        <span>搜索</span>
        <kbd>Ctrl K</kbd>
      </button>
      <DraggableModal
        open={open}
        onCancel={() => setOpen(false)}
        footer={null}
        title="搜索"
        destroyOnHidden
        afterOpenChange={shown => {
          setStands(shown)
          if (!shown) return
          // Last: the dialog itself would focus its close button.
          input.current?.focus()
          input.current?.setSelectionRange(ahead.current.caret, ahead.current.caret)
        }}
      >
        <LazyPart waiting={<SearchField typing={typing} />}>
          <Search heldCodes={heldCodes} typing={typing} onDone={() => setOpen(false)} />
        </LazyPart>
      </DraggableModal>
    </>
  )
})
