import { search } from '@drivesim/contract/tools/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { query } from '../../api/query.ts'
import { afterFrame } from '../../ui/afterFrame.ts'
import { followedHere } from '../../ui/followedHere.ts'
import { isComposing } from '../../ui/isComposing.ts'
import { pinsQuery } from '../../ui/record/pins.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { enterLedPage, enterNewPage } from '../frame/keys.ts'
import { onceArrived } from '../guard/progress.ts'
import { useFoundHelp } from '../help/useFoundHelp.ts'
import { useScreens } from '../screens/screenIndex.ts'
import { useRecentPages } from '../tabs/recentPages.ts'
import { actsFor, type Entry, type EntryGroup, pagesFor, pinnedFor, recordsFor } from './entries.ts'
import styles from './Search.module.css'
import { SearchField, type Typing } from './SearchField.tsx'

/** Records are asked for once so long nothing was typed, in milliseconds. */
const pause = 120
/** Pages shown beside records. */
const mostPages = 5

interface Props {
  readonly heldCodes: ReadonlySet<string>
  readonly typing: Typing
  readonly onDone: () => void
}

export default function Search({ heldCodes, typing, onDone }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const { groups, partial, searching, searchAgain } = useFound(heldCodes, typing.typed.trim())
  const entries = groups.flatMap(group => group.entries)
  const at = Math.min(chosen, entries.length - 1)

  const go = useOpenEntry(onDone)
  const move = (event: React.KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      // The dialog closes at once and gives the focus back, to what the same key would then press.
      event.preventDefault()
      go(entries[at], event.ctrlKey || event.metaKey)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || entries.length === 0) return
    event.preventDefault()
    setChosen((at + step + entries.length) % entries.length)
  }
  const optionId = (index: number) => `${id}-${index}`
  return (
    <div className={styles.search}>
      <SearchField
        typing={{
          ...typing,
          onTyped: typed => {
            typing.onTyped(typed)
            setChosen(0)
          },
        }}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={entries.length === 0 ? undefined : optionId(at)}
        onKeyDown={move}
      />
      <div
        id={id}
        role="listbox"
        aria-label="找到的"
        className={styles.list}
        tabIndex={-1}
        aria-busy={searching}
      >
        {groups.map(({ label, entries: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by the role
          <div key={label} role="group" aria-label={label}>
            <div className={styles.label} aria-hidden="true">
              {label}
            </div>
            {own.map(entry => (
              <Option
                key={entry.key}
                id={optionId(entries.indexOf(entry))}
                entry={entry}
                chosen={entry === entries[at]}
                onPoint={() => setChosen(entries.indexOf(entry))}
                onOpen={() => go(entry, false)}
                onKeyDown={move}
              />
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 && !searching && (
        <p className={styles.none}>
          {canAsk(typing.typed.trim()) ? '没有找到，请换一个词。' : '再输入一个字符就开始查找记录。'}
        </p>
      )}
      {partial.length > 0 && <Unfinished what={partial} onRetry={searchAgain} />}
      <p className={styles.keys} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> 选择　<kbd>回车</kbd> 打开　<kbd>Ctrl 回车</kbd> 打开并继续查找
      </p>
    </div>
  )
}

/** Opens what was found; where `keep` says so, the dialog stays. */
function useOpenEntry(onDone: () => void) {
  const navigate = useNavigate()
  return (entry: Entry | undefined, keep: boolean) => {
    if (entry === undefined) return
    const stays = entry.to === window.location.pathname + window.location.search
    void navigate(entry.to)
    if (keep) return
    onDone()
    // The focus was in the dialog: it goes along, or Tab would begin at the top of the window.
    if (stays) afterFrame(enterLedPage)
    else onceArrived(enterNewPage)
  }
}

function Unfinished({ what, onRetry }: { what: readonly string[]; onRetry: () => void }) {
  return (
    <p className={styles.none} role="status">
      {what.join('、')}没有查完，
      <button type="button" className={styles.again} onClick={onRetry}>
        重试
      </button>
    </p>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: Entry
  readonly chosen: boolean
  readonly onPoint: () => void
  readonly onOpen: () => void
  readonly onKeyDown: (event: React.KeyboardEvent) => void
}

function Option({ id, entry, chosen, onPoint, onOpen, onKeyDown }: OptionProps) {
  return (
    <a
      id={id}
      href={entry.to}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={styles.option}
      ref={element => {
        if (chosen) element?.scrollIntoView({ block: 'nearest' })
      }}
      onMouseMove={onPoint}
      onClick={event => followedHere(event) && onOpen()}
      onKeyDown={onKeyDown}
    >
      <span>{entry.title}</span>
      <small title={entry.note}>{entry.note}</small>
    </a>
  )
}

const canAsk = (text: string) => search.records.input.safeParse({ text }).success

/** Whoever types a page's name wants the page, and what begins here needs no article of the same name beside it. */
function besides(help: EntryGroup, found: readonly Entry[], text: string): readonly Entry[] {
  if (found.some(({ title }) => title === text)) return []
  const names = new Set(found.map(({ title }) => title))
  return help.entries.filter(({ title }) => !names.has(title))
}

/** Pages at once, records after a pause. Records of the earlier text stay until the new ones are there. */
function useFound(heldCodes: ReadonlySet<string>, text: string) {
  const screens = useScreens()
  const recent = useRecentPages()
  const pinned = useQuery(pinsQuery).data
  const help = useFoundHelp(text)
  const debounced = useDebounced(text, pause)
  const asks = canAsk(debounced)
  const records = useQuery({
    ...query(search.records, { text: debounced }, { quiet: true }),
    enabled: asks,
    placeholderData: keepPreviousData,
    // What was found goes with the dialog.
    gcTime: 0,
  })
  const found = asks && canAsk(text) ? records.data : undefined
  const groups = useMemo<readonly EntryGroup[]>(() => {
    const pages = pagesFor(screens, heldCodes, text)
    const others = found === undefined ? [] : recordsFor(screens, heldCodes, found.groups)
    const shown = others.length === 0 ? pages.entries : pages.entries.slice(0, mostPages)
    const past = (text === '' && recent) || []
    const visited = past.map(({ key, label, to }) => ({ key: `recent-${key}`, title: label, note: '', to }))
    const acts = actsFor(screens, heldCodes, text)
    const atHand = text === '' && pinned ? [pinnedFor(screens, heldCodes, pinned)] : []
    return [
      ...atHand,
      { label: '最近访问', entries: visited },
      { ...pages, entries: shown },
      acts,
      ...others,
      { ...help, entries: besides(help, [...pages.entries, ...acts.entries], text) },
    ].filter(({ entries }) => entries.length > 0)
  }, [screens, heldCodes, text, found, recent, pinned, help])
  const failed = asks && records.isError ? ['记录'] : []
  return {
    groups,
    partial: found?.partial ?? failed,
    searching: canAsk(text) && (debounced !== text || records.isFetching),
    searchAgain: () => void records.refetch(),
  }
}
