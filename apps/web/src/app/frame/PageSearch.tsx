import { SearchOutlined } from '@ant-design/icons'
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { mayOpen } from '../guard/route.ts'
import type { Screen } from '../screens/screen.ts'
import { type ScreenIndex, useScreens } from '../screens/screenIndex.ts'
import headerStyles from './Header.module.css'
import styles from './PageSearch.module.css'

/** Ctrl-K: every page that these codes open and that needs no record to be named. */
export const PageSearch = memo(function PageSearch({ held }: { held: ReadonlySet<string> }) {
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
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
        aria-label="搜索页面"
        onClick={() => setOpen(true)}
      >
        <SearchOutlined />
        <span>搜索页面</span>
        <kbd>Ctrl K</kbd>
      </button>
      <DraggableModal
        open={open}
        onCancel={() => setOpen(false)}
        footer={null}
        title="搜索页面"
        destroyOnHidden
        // Last: the dialog itself would focus its close button.
        afterOpenChange={shown => shown && input.current?.focus()}
      >
        <Search held={held} input={input} onDone={() => setOpen(false)} />
      </DraggableModal>
    </>
  )
})

/** Whether the words typed are in the page's title, its group's, or its address. */
function matches(screens: ScreenIndex, screen: Screen, typed: string): boolean {
  const text = `${groupTitle(screens, screen)} ${screen.title} ${screen.path}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function groupTitle({ groupByName }: ScreenIndex, { group }: Screen): string {
  return group === undefined ? '' : (groupByName.get(group)?.title ?? '')
}

interface SearchProps {
  readonly held: ReadonlySet<string>
  readonly input: RefObject<HTMLInputElement | null>
  readonly onDone: () => void
}

function Search({ held, input, onDone }: SearchProps) {
  const screens = useScreens()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = useMemo(() => {
    const reachable = screens.list.filter(
      screen =>
        screen.identifies === undefined && !screen.path.includes(':') && mayOpen(screens, screen, held),
    )
    return reachable.filter(screen => matches(screens, screen, typed.trim()))
  }, [screens, held, typed])
  // Who presses Ctrl-K types on at once; the dialog can be focused from its first visible frame on.
  useEffect(() => {
    let frame = requestAnimationFrame(function focus() {
      input.current?.focus()
      if (document.activeElement !== input.current) frame = requestAnimationFrame(focus)
    })
    return () => cancelAnimationFrame(frame)
  }, [input])
  const go = (screen: Screen | undefined) => {
    if (screen === undefined) return
    void navigate(screen.path)
    onDone()
  }
  const move = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') go(found[chosen])
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || found.length === 0) return
    event.preventDefault()
    setChosen((chosen + step + found.length) % found.length)
  }
  return (
    <div className={styles.search}>
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-label="页面名称"
        aria-expanded="true"
        aria-controls="page-search-list"
        aria-activedescendant={found.length === 0 ? undefined : `page-search-${chosen}`}
        placeholder="输入页面名称，回车打开"
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setChosen(0)
        }}
        onKeyDown={move}
      />
      <div id="page-search-list" role="listbox" aria-label="找到的页面" className={styles.list} tabIndex={-1}>
        {found.map((screen, index) => (
          <div
            key={screen.name}
            id={`page-search-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.option}
            ref={element => {
              if (index === chosen) element?.scrollIntoView({ block: 'nearest' })
            }}
            onMouseMove={() => setChosen(index)}
            onClick={() => go(screen)}
            onKeyDown={move}
          >
            <span>{screen.title}</span>
            <small>{groupTitle(screens, screen)}</small>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>没有找到页面，请换一个词。</p>}
    </div>
  )
}
