/** Words of the shell, in one place: no raw key can ever reach the screen, since a wrong one does not compile. */
export const texts = {
  product: '驾训模拟器管理后台',
  loading: '加载中...',
  home: '首页',
  closeTabTitle: '确定要关闭这一页吗',
  closeTabContent: '这一页有尚未保存的内容，关闭后会丢失。',
  closeTabsTitle: '确定要关闭这些页面吗',
  closeTabsContent: (pages: readonly string[]) => `${pages.join('、')} 有尚未保存的内容，关闭后会丢失。`,
  closeTab: '关闭',
  reloadTabTitle: '确定要刷新这一页吗',
  reloadTabContent: '这一页有尚未保存的内容，刷新后会丢失。',
  reloadTab: '刷新',
  leaveTabTitle: '确定要离开这一页吗',
  leaveTabContent: '这一页有尚未保存的内容，离开后会丢失。',
  leaveTab: '离开',
  pin: '固定',
  unpin: '取消固定',
  pinned: '已固定',
  closeLeft: '关闭左侧',
  closeRight: '关闭右侧',
  closeOthers: '关闭其他',
  closeAll: '关闭所有',
  openPages: '已打开的页面',
  systemMessages: '系统信息',
  personalCentre: '个人中心',
  messages: '消息中心',
  jobs: '任务',
  logout: '退出登录',
  logoutTitle: '退出提示',
  logoutContent: '确定要退出系统吗？',
  draftsLeft: (drafts: number) => `还有 ${drafts} 条未提交的现场记录，只保存在这台设备上。`,
  logoutCancelled: '已取消退出！',
  confirm: '确定',
  cancel: '取消',
  retry: '重试',
  backHome: '返回首页',
  back: '返回上一页',
} as const

/** The title of the browser window (product §12). */
export function windowTitle(screenTitle: string): string {
  return `${texts.product} - ${screenTitle}`
}
