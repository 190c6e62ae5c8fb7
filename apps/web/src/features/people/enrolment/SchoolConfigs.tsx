import { ConfigList } from './ConfigList.tsx'

/** 招生配置 of 驾校详情. */
export default function SchoolConfigs({ schoolId }: { schoolId: number }) {
  return <ConfigList schoolId={schoolId} embedded />
}
