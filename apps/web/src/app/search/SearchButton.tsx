import { SearchOutlined } from '@ant-design/icons'
import { memo, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { LazyPart, lazyPart } from '../../ui/LazyPart.tsx'
import headerStyles from '../frame/Header.module.css'
import { SearchField } from './SearchField.tsx'

const Search = lazyPart(() => import('./Search.tsx'))

/** Ctrl-K: every page that these codes open, and the records that they may see. */
export const SearchButton = memo(function SearchButton({ held }: { held: ReadonlySet<string> }) {
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Who presses Ctrl-K types on: the next key finds the field there, however slow the machine.
  const show = () => {
    flushSync(() => setOpen(true))
    input.current?.focus()
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
        // Last: the dialog itself would focus its close button.
        afterOpenChange={shown => shown && input.current?.focus()}
      >
        <Dialog held={held} input={input} onDone={() => setOpen(false)} />
      </DraggableModal>
    </>
  )
})

interface DialogProps {
  readonly held: ReadonlySet<string>
  readonly input: RefObject<HTMLInputElement | null>
  readonly onDone: () => void
}

function Dialog({ held, input, onDone }: DialogProps) {
  const [typed, onTyped] = useState('')
  const typing = { input, typed, onTyped }
  return (
    <LazyPart waiting={<SearchField typing={typing} />}>
      <Search held={held} typing={typing} onDone={onDone} />
    </LazyPart>
  )
}
