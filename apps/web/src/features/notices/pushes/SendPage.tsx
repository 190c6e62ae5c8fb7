import { SectionTabs } from '../../../parts/SectionTabs.tsx'
import { PushList } from './PushList.tsx'

const own = { name: 'pushes', title: '推送', content: <PushList /> }

/** 推送管理, and 发件箱: what left by mail and text message. */
export default function SendPage() {
  return <SectionTabs page="sendManagement" label="推送或发件箱" own={own} given={{}} />
}
