import { type AccessCode, mayUse } from '@drivesim/contract/access'
import { type ComponentType, createContext, useContext, useEffect, useMemo } from 'react'
import { useHeldCodes } from '../api/me.ts'
import type { LazyPage } from '../app/screens/lazyPage.ts'

/** What is done with a student's money from where they are shown. */
export type TillAct = 'recharge' | 'course'

/** The pages that show sections of other domains, by their names, and what each gives to its sections. */
export interface SectionProps {
  /** 应用管理: a tab each. */
  apply: object
  /** 推送管理: a tab each. */
  sendManagement: object
  /** 操作日志: a tab each. */
  operationLog: object
  /** 开放接口: a tab each. */
  openApi: object
  /** 对账管理: a tab each, for people who manage the whole platform. */
  reconciliation: object
  /** 学员详情: one below the other. */
  studentDetail: { readonly userId: number; readonly userName: string }
  /** 设备详情: a tab each among its records. */
  deviceDetail: { readonly simulatorId: number }
  /** The form of 报修, wherever a simulator is shown. */
  faultReporting: {
    readonly simulator: {
      readonly simulatorId: number
      readonly simulatorName: string
      readonly carNum: string | null
    }
    readonly onClosed: () => void
  }
  /** 办理, wherever a student is shown, or begun without one. */
  counter: {
    readonly studentId: number | undefined
    /** Where it begins without a student: the school that a new one enrols at. */
    readonly schoolId?: number | undefined
    readonly onClosed: () => void
  }
  /** The forms of 充值 and 代下单, wherever a student is shown. */
  studentTill: { readonly act: TillAct; readonly studentId: number }
  /** 运维人员详情: one below the other. */
  opsMemberDetail: { readonly memberId: number }
  /** 驾校详情: a tab each. */
  schoolDetail: { readonly schoolId: number }
  /** 个人中心: a sub-page each, which says whether it has something unsaved. */
  personalCentre: { readonly onMarked: (marked: boolean) => void }
}

/** A part of one domain's page that another domain brings. */
export interface Section<Props extends object> {
  /** Unique on its page; tabs have it in the address. */
  readonly name: string
  readonly title: string
  readonly icon?: ComponentType<{ 'aria-hidden'?: true }>
  /** Any one of these codes: the codes of the list that it shows. Nothing: whoever sees the page. */
  readonly access?: readonly AccessCode[]
  readonly content: LazyPage<Props>
}

/** What one domain brings to the pages of others. */
export type Sections = { readonly [Page in keyof SectionProps]?: readonly Section<SectionProps[Page]>[] }

/** The sections of every domain, in the order in which pages show them: handed in from the top. */
export const SectionsContext = createContext<readonly Sections[]>([])

/** What other domains bring to this page and this person may see; their code is fetched as soon as the page is there. */
export function useSections<Page extends keyof SectionProps>(
  page: Page,
): readonly Section<SectionProps[Page]>[] {
  const all = useContext(SectionsContext)
  const heldCodes = useHeldCodes()
  const sections = useMemo(
    () =>
      all
        .flatMap((ofDomain): readonly Section<SectionProps[Page]>[] => ofDomain[page] ?? [])
        .filter(({ access }) => mayUse(access, heldCodes)),
    [all, page, heldCodes],
  )
  useEffect(() => {
    for (const { content } of sections) void content.prefetch()
  }, [sections])
  return sections
}
