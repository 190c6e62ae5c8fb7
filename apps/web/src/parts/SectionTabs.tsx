import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useScreens } from '../app/screens/screenIndex.ts'
import { SectionContent } from './SectionContent.tsx'
import styles from './SectionTabs.module.css'
import { type SectionProps, useSections } from './sections.ts'

interface Props<Page extends keyof SectionProps> {
  page: Page
  /** What the tabs are of, for who does not see them. */
  label: string
  /** The page's own tab: the first one, and the one without `?tab=`. */
  own: { readonly name: string; readonly title: string; readonly content: ReactNode }
  /** For the sections. */
  given: SectionProps[Page]
}

/** A page whose own list is the first tab; the others are brought by other domains. */
export function SectionTabs<Page extends keyof SectionProps>({ page, label, own, given }: Props<Page>) {
  const sections = useSections(page)
  const [search, setSearch] = useSearchParams()
  const { identifies = [] } = useScreens().byName.get(page) ?? {}
  const shown = sections.find(({ name }) => name === search.get('tab'))
  return (
    <div className={styles.tabs}>
      <Segmented
        aria-label={label}
        value={shown?.name ?? own.name}
        options={[own, ...sections].map(({ name, title }) => ({ value: name, label: title }))}
        onChange={next => {
          // Filters of one list mean nothing in another.
          const kept = [...search].filter(([key]) => identifies.includes(key))
          setSearch(next === own.name ? kept : [...kept, ['tab', next]])
        }}
      />
      {shown === undefined ? own.content : <SectionContent key={shown.name} section={shown} given={given} />}
    </div>
  )
}
