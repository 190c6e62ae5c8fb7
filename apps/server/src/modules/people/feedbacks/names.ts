import { feedbackList } from '@drivesim/contract/people/feedbacks'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const feedbackNames: LogNames = {
  feedback: { name: '意见反馈', fields: [feedbackList], columns: { student_id: '学员' } },
}
