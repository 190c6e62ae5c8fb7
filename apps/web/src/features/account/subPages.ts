/** The three sub-pages of the personal centre, in the order of their buttons; the words are the spec's. */
export const subPages = {
  password: '修改密码',
  profile: '编辑个人信息',
  notices: '通知选项配置',
} as const
export type SubPage = keyof typeof subPages
