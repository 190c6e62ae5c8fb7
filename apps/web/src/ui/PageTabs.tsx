import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import './page.css'

interface PageTab {
  /** Its name in the address. */
  readonly name: string
  readonly title: string
  /** Beside the title: how much waits there. */
  readonly badge?: ReactNode
  readonly content: ReactNode
  /** Where it begins, in the address: `state=toApprove`. */
  readonly search?: string
}

interface Props {
  /** What the tabs are of, for who does not see them. */
  label: string
  /** The first one is the page itself, without `?tab=`. */
  tabs: readonly [PageTab, ...PageTab[]]
  /** What of the address is the page's, whichever of them is shown. */
  keeps?: readonly string[] | undefined
  /** The one that an address without `?tab=` shows, where that is not the first. */
  begins?: string
}

/** A page with several lists, one at a time; the address says which. */
export function PageTabs({ label, tabs, keeps = [], begins }: Props) {
  const first = tabs.find(({ name }) => name === begins) ?? tabs[0]
  const [search, setSearch] = useSearchParams()
  const shown = tabs.find(({ name }) => name === search.get('tab')) ?? first
  const open = (tab: PageTab | undefined) => {
    // Filters of one list mean nothing in another.
    const next = new URLSearchParams(tab?.search)
    for (const [key, value] of search) if (keeps.includes(key)) next.set(key, value)
    if (tab !== undefined && tab !== first) next.set('tab', tab.name)
    setSearch(next)
  }
  return (
    <div className="ui-tabs">
      <Segmented
        aria-label={label}
        value={shown.name}
        options={tabs.map(({ name, title, badge }) => ({
          value: name,
          label: (
            <span className="ui-tab">
              {title}
              {badge}
            </span>
          ),
        }))}
        onChange={next => open(tabs.find(({ name }) => name === next))}
      />
      {shown.content}
    </div>
  )
}
