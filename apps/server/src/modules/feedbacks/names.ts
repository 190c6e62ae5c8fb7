import type { LogNames } from '../../platform/parts.ts'

/** What people call these tables, in the operation log. */
export const feedbackNames: LogNames = {
  feedback: { name: '意见反馈', columns: { student_id: '学员', content: '内容' } },
}
