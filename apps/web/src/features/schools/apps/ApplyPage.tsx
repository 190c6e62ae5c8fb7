import { SectionTabs } from '../../../parts/SectionTabs.tsx'
import { AppList } from './AppList.tsx'

const own = { name: 'apps', title: '应用', content: <AppList /> }

/** 应用管理: the schools with their app, the courses they sell, and what the apps' users send in. */
export default function ApplyPage() {
  return <SectionTabs page="apply" label="应用管理的内容" own={own} given={{}} />
}
