import { error } from '../errors.ts'
import { type FactorKind, factorKinds, mostFactors } from './factorKinds.ts'

/** A time to wait that is never shorter than it is. */
const waiting = (seconds: number) =>
  seconds < 3600 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds / 3600)} 小时`

/** Refusals of factors, second steps, proofs anew, forgotten passwords and of what is asked of whom: −129yy. */
export const factorErrors = {
  secondStepNeeded: error(-12901, '请完成第二步验证'),
  factorMissing: error(-12902, '您的账号须开启两步验证，请先添加通行密钥或动态验证码'),
  proofNeeded: error(-12903, '请再次验证身份'),
  codeWrong: error(-12904, (left: number) => `验证码不正确或已使用，还可尝试 ${left} 次`),
  challengeOver: error(-12905, '验证已过期，请重新开始'),
  passkeyFailed: error(-12906, '通行密钥验证失败，请换一种方式'),
  clockOff: error(-12907, (minutes: number) => `手机时间相差约 ${minutes} 分钟，请校准后再试`),
  lastFactor: error(-12908, '您的账号须保留两步验证，请先添加另一种验证方式，再删除这一种'),
  factorsFull: error(
    -12909,
    (kind: FactorKind) => `最多可有 ${mostFactors[kind]} 个${factorKinds[kind]}，请先删除一个`,
  ),
  passkeyImpossible: error(-12910, '以 IP 或 http 访问时无法使用通行密钥，请用动态验证码'),
  locksOneselfOut: error(-12911, '此设置会使您自己无法登录，请把您现在的网络也列入网段'),
  wrongNetwork: error(-12912, '当前网络不能使用系统管理功能，请在规定的网段内操作'),
  resetInvalid: error(-12913, '重置信息无效或已过期，请重新获取'),
  needsAnother: error(-12914, '须由另一名管理员批准，申请人和与其账号有关联的人不能批准'),
  tooManyCodes: error(
    -12915,
    (seconds: number, isKnown: boolean) =>
      `尝试过多，请 ${waiting(seconds)} 后再试，或使用${isKnown ? '通行密钥' : '以前登录过的浏览器'}`,
  ),
  factorNameTaken: error(-12916, (name: string) => `已有名为“${name}”的验证方式，请换一个名称`),
  passwordWrong: error(-12917, '登录密码不正确，请重新输入'),
  noFactorYet: error(-12918, '请先添加一种验证方式，再生成恢复码'),
  strangeBrowser: error(
    -12919,
    '为防止他人冒用，请先用已验证的邮箱或手机确认，或在以前登录过的浏览器上添加，或请管理员重置密码',
  ),
  nothingToReset: error(-12920, '该成员没有开启两步验证，不需要重置'),
  resetWaiting: error(-12921, '该成员的重置申请正在等待批准，请不要重复提交'),
  providerAway: error(-12923, '单点登录暂时不可用，请稍后再试，或用密码登录'),
  providerRefused: error(-12924, '单点登录没有通过，请重新登录'),
  identityUnknown: error(
    -12925,
    '您在提供方的账号没有绑定本系统的成员，请先用密码登录后在个人中心绑定，或联系管理员绑定',
  ),
  identityTaken: error(-12926, '提供方的这个账号已绑定另一名成员，请先由该成员解除'),
  passwordClosed: error(-12927, (name: string) => `密码登录已停用，请用${name}登录`),
  noProvider: error(-12928, '没有设置单点登录，请用密码登录'),
  resetUnavailable: error(-12929, '请联系贵单位的系统管理员重置密码'),
  resetNot: error(-12922, (state: string, act: string) => `申请${state}，不能再${act}，请刷新`),
} as const
