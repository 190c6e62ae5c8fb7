import { error } from '../errors.ts'

/** Refusals about personal data: −12930 to −12949. */
export const privacyErrors = {
  notErasable: error(-12931, (what: string) => `尚有${what}，不能删除，请先办结`),
  privacyRequestNot: error(-12933, (state: string, act: string) => `请求${state}，不能再${act}，请刷新`),
  privacyRequestWaiting: error(-12934, '该学员的同类请求正在办理，请不要重复登记'),
  alreadyErased: error(-12935, '该学员已注销，没有可以办理的个人信息'),
  nothingHeld: error(-12936, '没有留存该学员的身份信息，保存期限已满或学员没有注销'),
  restricted: error(-12937, '该学员的个人信息已限制处理，请先由个人信息保护人员解除限制'),
  belowFloor: error(
    -12939,
    (least: number, law: string) => `不能少于法定的 ${least} 个月（${law}），请改长后再保存`,
  ),
  notRestricted: error(-12938, '该学员的个人信息没有限制处理，请刷新'),
} as const
