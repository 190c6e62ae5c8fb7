import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { AppList } from './AppList.tsx'
import { CourseList } from './CourseList.tsx'
import { FeedbackList } from './FeedbackList.tsx'
import { SignUpList } from './SignUpList.tsx'
import './apps.css'

const tabs = {
  apps: { label: '应用', List: AppList },
  courses: { label: '课程', List: CourseList },
  signUps: { label: '报名', List: SignUpList },
  feedback: { label: '意见反馈', List: FeedbackList },
} as const
type Tab = keyof typeof tabs
const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(tabs, name)

/** 应用管理: the schools with their app, the courses they sell, and what the apps' users send in. */
export default function ApplyPage() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const tab = isTab(asked) ? asked : 'apps'
  const { List } = tabs[tab]
  return (
    <div className="app-tabs">
      <Segmented
        aria-label="应用管理的内容"
        value={tab}
        options={Object.entries(tabs).map(([value, { label }]) => ({ value, label }))}
        // Filters of one list mean nothing in another.
        onChange={next => setSearch(next === 'apps' ? {} : { tab: next })}
      />
      <List />
    </div>
  )
}
