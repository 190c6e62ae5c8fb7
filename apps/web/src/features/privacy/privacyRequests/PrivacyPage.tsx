import { PageTabs } from '../../../ui/PageTabs.tsx'
import { ConsentTab } from './ConsentTab.tsx'
import { PersonList } from './PersonList.tsx'
import { RegisterList } from './RegisterList.tsx'
import { RequestList } from './RequestList.tsx'
import { TermList } from './TermList.tsx'

/** 个人信息保护: what people ask about their data, whose it is, and what is kept of them. */
export default function PrivacyPage() {
  return (
    <PageTabs
      label="权利请求、学员、同意或清单"
      tabs={[
        { name: 'requests', title: '权利请求', content: <RequestList /> },
        { name: 'persons', title: '查找学员', content: <PersonList /> },
        { name: 'consents', title: '告知与同意', content: <ConsentTab /> },
        { name: 'terms', title: '保存期限', content: <TermList /> },
        { name: 'register', title: '处理活动清单', content: <RegisterList /> },
      ]}
    />
  )
}
