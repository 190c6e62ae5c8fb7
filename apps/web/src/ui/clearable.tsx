import { CloseCircleFilled } from '@ant-design/icons'

/** For `allowClear` of what is chosen from a list: by itself antd names the button in English. */
export const clearable = { clearIcon: <CloseCircleFilled />, label: '清除' }

/** The same for a field of a form: what must be filled is changed, never emptied, and Tab goes past it. */
export const clearableIn = (field: { 'aria-required'?: unknown }) => !field['aria-required'] && clearable
