import { SearchOutlined } from '@ant-design/icons'
import { memo, useEffect, useRef, useState } from 'react'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { LazyPart, lazyPart } from '../../ui/LazyPart.tsx'
import headerStyles from '../frame/Header.module.css'

const Search = lazyPart(() => import('./Search.tsx'))

/** Ctrl-K: every page that these codes open, and the records that they may see. */
export const SearchButton = memo(function SearchButton({ held }: { held: ReadonlySet<string> }) {
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Its code comes while the finger is on its way to the K.
      if (event.key === 'Control' || event.key === 'Meta') void Search.prefetch()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
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
        onClick={() => setOpen(true)}
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
        <LazyPart>
          <Search held={held} input={input} onDone={() => setOpen(false)} />
        </LazyPart>
      </DraggableModal>
    </>
  )
})
