/** One refusal: a negative code and a Chinese sentence that says what to do. */
export interface ErrorEntry<Args extends readonly never[] | readonly unknown[] = readonly unknown[]> {
  readonly code: number
  readonly sentence: (...args: Args) => string
}

/** An entry of a domain's block of refusals, which stands with the domain and is joined to the others in `index.ts`. */
export function error<Args extends readonly unknown[] = []>(
  code: number,
  sentence: string | ((...args: Args) => string),
): ErrorEntry<Args> {
  return { code, sentence: typeof sentence === 'string' ? () => sentence : sentence }
}

/**
 * Refusals that belong to no domain (spec §8). Codes are stable: -802xx session, -400xx request, -403xx rights,
 * -404xx not there, -409xx conflicts, -504xx and -505xx transport. -10000 is the one code that clients never show.
 */
export const commonErrors = {
  badToken: error(-80230, '登录状态无效，请重新登录'),
  sessionEnded: error(-80231, '登录已结束（已退出、被停用或被下线），请重新登录'),
  tokenExpired: error(-80232, '登录凭证已过期，正在刷新'),
  silent: error(-10000, '请求已取消'),
  invalid: error(-40000, (problem: string) => problem),
  badJson: error(-40001, '请求内容不是有效的 JSON，请检查后重试'),
  unreadableText: error(-40004, '内容含有无法保存的字符，请删除后重新输入'),
  idempotencyKeyInvalid: error(-40002, '幂等键（Idempotency-Key）须为 8 至 64 个字母、数字或连字符'),
  idempotencyKeyReused: error(-40003, '同一个幂等键不能用于不同的内容，请刷新页面后重新提交'),
  basicCredential: error(-40101, '客户端凭证不正确，请使用正确的客户端访问'),
  tooManyForSheet: error(-40008, '超过 1,048,575 行，Excel 打不开，请导出 CSV'),
  tooNested: error(-40007, '提交的内容层级太深或项目太多，请分几次提交'),
  /** A client got no answer to a change and asks what became of it (`Idempotency-Settle: 1`): it was not made. */
  changeNotMade: error(-40005, '上一次提交没有生效，请重新提交'),
  /** Said by the web alone, when it learnt that it was. */
  changeMade: error(-40006, '上一次提交已经成功。之后改动的内容还没有提交，请核对后再次提交'),
  forbidden: error(-40300, '没有权限执行此操作，请联系管理员开通'),
  notFound: error(-40400, (what: string) => `${what}不存在，或不在您管理的机构内，请刷新列表后重试`),
  staleVersion: error(-40900, (what: string) => `${what}已被他人修改，请查看最新内容后重新提交`),
  stillUsed: error(
    -40901,
    (what: string, users: string) => `${what}仍有${users}在使用，不能删除，请改为停用`,
  ),
  notServed: error(-50404, '没有这个接口，请检查地址'),
  tooLarge: error(-50413, '提交的内容太大，请减少后重试'),
  unsupportedType: error(-50415, '不支持这种内容格式，请使用 JSON 提交'),
  tooMany: error(-50429, (seconds: number) => `操作太频繁，请 ${seconds} 秒后再试`),
  unexpected: error(-50500, (requestId: string) => `服务器出错，请稍后重试；如仍失败请告知编号 ${requestId}`),
  unavailable: error(-50503, (what: string = '服务') => `${what}暂时不可用，请稍后重试`),
} as const

/** Thrown for a business refusal; the server answers it as HTTP 200 with `code`, `msg` and `data`. */
export class Refusal extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, sentence: string, data: unknown = null) {
    super(sentence)
    this.name = 'Refusal'
    this.code = code
    this.data = data
  }

  /** The same refusal carrying what helps the client: the row as it is now. */
  with(data: unknown): Refusal {
    return new Refusal(this.code, this.message, data)
  }
}

/** Builds a refusal, to be thrown: `throw refuse(errors.snTaken, sn)`, `throw refuse(errors.staleVersion, '设备').with(latest)`. */
export function refuse<Args extends readonly unknown[]>(entry: ErrorEntry<Args>, ...args: Args): Refusal {
  return new Refusal(entry.code, entry.sentence(...args))
}
