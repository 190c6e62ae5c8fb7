import { SectionContent } from '../../../parts/SectionContent.tsx'
import { useSections } from '../../../parts/sections.ts'
import { PageTabs } from '../../../ui/PageTabs.tsx'
import { EmptyState } from '../../../ui/states.tsx'

/** 开放接口: what programs, robots and reports outside have of us, and where it is stopped. Each is a tab that its domain brings. */
export default function OpenApiPage() {
  const [first, ...others] = useSections('openApi').map(section => ({
    name: section.name,
    title: section.title,
    content: <SectionContent key={section.name} section={section} given={{}} />,
  }))
  if (first === undefined) return <EmptyState title="没有可管理的开放接口" />
  return <PageTabs label="密钥、推送、群机器人或定时报表" tabs={[first, ...others]} />
}
