import type { ReactNode } from 'react'
import { useScreens } from '../app/screens/screenIndex.ts'
import { PageTabs } from '../ui/PageTabs.tsx'
import { SectionContent } from './SectionContent.tsx'
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

/** A page with its own list as the first tab. Other domains bring the other tabs. */
export function SectionTabs<Page extends keyof SectionProps>({ page, label, own, given }: Props<Page>) {
  const { identifies } = useScreens().byName.get(page) ?? {}
  const brought = useSections(page).map(section => ({
    name: section.name,
    title: section.title,
    content: <SectionContent key={section.name} section={section} given={given} />,
  }))
  return <PageTabs label={label} tabs={[own, ...brought]} keeps={identifies} />
}
