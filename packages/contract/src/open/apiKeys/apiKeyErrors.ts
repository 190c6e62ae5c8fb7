import { error } from '../../errors.ts'

/** How many keys that live somebody may have. */
export const mostApiKeys = 10

/** Refusals of keys for programs, and of what is done with them: −13001 to −13019. */
export const apiKeyErrors = {
  keyUnknown: error(-13001, '接口密钥无效，请检查是否复制完整，或在个人中心新建一个'),
  keyOver: error(-13002, '接口密钥已停用或已过期，请在个人中心新建一个'),
  keyOwnerNotReady: error(
    -13003,
    '密钥所有者须先登录后台修改密码或开启两步验证，之后密钥才能使用，请联系密钥所有者',
  ),
  keyElsewhere: error(-13004, '当前网络不能使用这个接口密钥，请在密钥规定的网段内调用'),
  closedToKeys: error(-13005, '这个接口不对密钥开放，请登录后台操作'),
  keyMayNotExport: error(-13006, '这个密钥不允许导出文件，请新建一个允许导出的密钥'),
  fileTooLongForKey: error(
    -13007,
    (most: number) =>
      `文件超过 ${most.toLocaleString('en-US')} 行，不能用密钥导出，请缩小筛选范围，或登录后台导出`,
  ),
  keyNeedsIdempotency: error(
    -13008,
    '用密钥修改数据须带幂等键（Idempotency-Key）：每次操作用一个新的，重试时用同一个',
  ),
  apiKeysFull: error(-13009, `最多可有 ${mostApiKeys} 个有效的密钥，请先停用一个`),
  apiKeyNameTaken: error(-13010, (name: string) => `已有名为“${name}”的密钥，请换一个名称`),
  apiKeyCodesNotYours: error(-13011, '只能选择自己持有的权限，请刷新页面后重新选择'),
  apiKeyNot: error(-13012, (state: string, act: string) => `密钥${state}，不能再${act}，请刷新`),
} as const
