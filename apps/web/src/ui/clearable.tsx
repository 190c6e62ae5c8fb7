import { CloseCircleFilled } from '@ant-design/icons'

/** For `allowClear` of what is chosen from a list: by itself antd names the button in English. */
export const clearable = { clearIcon: <CloseCircleFilled />, label: '清除' }
