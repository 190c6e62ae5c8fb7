import { error } from '../errors.ts'

/** Students of whom somebody may have all that is kept, on a day (Shanghai). */
export const mostPersonFiles = 50

/** Refusals about personal data: −12930 to −12949. */
export const privacyErrors = {
  consentMissing: error(
    -12930,
    '请先登记告知同意：确认学员已阅读告知书并同意（填了身份证号的须单独同意）后再提交；还没有告知书时，请个人信息保护人员先发布',
  ),
  notErasable: error(-12931, (what: string) => `尚有${what}，不能删除，请先办结`),
  guardianMissing: error(-12932, '学员未满 14 周岁，须监护人同意，请取得后勾选“监护人同意”再提交'),
  privacyRequestNot: error(-12933, (state: string, act: string) => `请求${state}，不能再${act}，请刷新`),
  privacyRequestWaiting: error(-12934, '该学员的同类请求正在办理，请不要重复登记'),
  alreadyErased: error(-12935, '该学员已注销，没有可以办理的个人信息'),
  nothingHeld: error(-12936, '没有留存该学员的身份信息，保存期限已满或学员没有注销'),
  restricted: error(-12937, '该学员的个人信息已限制处理，请先由个人信息保护人员解除限制'),
  belowFloor: error(
    -12939,
    (least: number, law: string) => `不能少于法定的 ${least} 个月（${law}），请改长后再保存`,
  ),
  noticeUnknown: error(-12940, (version: number) => `没有第 ${version} 版告知书，请刷新后重新选择`),
  noticeNewer: error(-12941, '告知书已有更新的版本，请刷新后核对再发布'),
  noticeSame: error(-12942, '内容与现行告知书相同，不需要再发布'),
  consentNone: error(-12943, '该学员没有可以撤回的同意，请刷新'),
  consentThere: error(
    -12944,
    (version: number) => `该学员已登记对第 ${version} 版告知书的同意，不需要重复登记`,
  ),
  consentFirst: error(
    -12945,
    (what: string) => `请先由个人信息保护人员在“告知与同意”中登记该学员${what}，再填写身份证号`,
  ),
  consentNotBasis: error(
    -12946,
    (basis: string) => `处理依据是“${basis}”，不是同意，不能撤回；本人要求停止使用时，请登记“限制处理”的请求`,
  ),
  tooManyPersonFiles: error(
    -12947,
    `今天已导出 ${mostPersonFiles} 次学员的个人信息，已达上限，请明天再导出；系统管理员可在安全日志中看到`,
  ),
  notRestricted: error(-12938, '该学员的个人信息没有限制处理，请刷新'),
} as const
