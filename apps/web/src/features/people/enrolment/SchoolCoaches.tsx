import { CoachList } from './CoachList.tsx'

/** 教练 of 驾校详情. */
export default function SchoolCoaches({ schoolId }: { schoolId: number }) {
  return <CoachList schoolId={schoolId} embedded />
}
