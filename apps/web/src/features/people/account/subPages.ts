/** The centre's own sub-pages, in the order of their buttons; the words are the spec's. */
export const subPages = {
  password: '修改密码',
  profile: '编辑个人信息',
} as const
