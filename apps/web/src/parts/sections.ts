import { type ComponentType, createContext, useContext, useEffect } from 'react'
import type { LazyPage } from '../app/screens/lazyPage.ts'

/** The pages that show sections of other domains, by their names, and what each gives to its sections. */
export interface SectionProps {
  /** 应用管理: a tab each. */
  apply: object
  /** 推送管理: a tab each. */
  sendManagement: object
  /** 操作日志: a tab each. */
  operationLog: object
  /** 学员详情: one below the other. */
  studentDetail: { readonly userId: number; readonly userName: string }
  /** 个人中心: a sub-page each, which says whether it has something unsaved. */
  personalCentre: { readonly onMarked: (marked: boolean) => void }
}

/** A part of one domain's page that another domain brings. */
export interface Section<Props extends object> {
  /** Unique on its page; tabs have it in the address. */
  readonly name: string
  readonly title: string
  readonly icon?: ComponentType<{ 'aria-hidden'?: true }>
  readonly content: LazyPage<Props>
}

/** What one domain brings to the pages of others. */
export type Sections = { readonly [Page in keyof SectionProps]?: readonly Section<SectionProps[Page]>[] }

/** The sections of every domain, in the order in which pages show them: handed in from the top. */
export const SectionsContext = createContext<readonly Sections[]>([])

/** What other domains bring to this page; their code is fetched as soon as the page is there. */
export function useSections<Page extends keyof SectionProps>(
  page: Page,
): readonly Section<SectionProps[Page]>[] {
  const all = useContext(SectionsContext)
  const sections = all.flatMap((one): readonly Section<SectionProps[Page]>[] => one[page] ?? [])
  useEffect(() => {
    for (const one of all) for (const { content } of one[page] ?? []) void content.prefetch()
  }, [all, page])
  return sections
}
