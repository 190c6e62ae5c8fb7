/** One refusal of the catalogue: a negative code and a Chinese sentence that says what to do. */
export interface ErrorEntry<Args extends readonly never[] | readonly unknown[] = readonly unknown[]> {
  readonly code: number
  readonly sentence: (...args: Args) => string
}

function error<Args extends readonly unknown[] = []>(
  code: number,
  sentence: string | ((...args: Args) => string),
): ErrorEntry<Args> {
  return { code, sentence: typeof sentence === 'string' ? () => sentence : sentence }
}

/**
 * Every sentence the server refuses with (spec §8). Codes are stable: -802xx session, -400xx request,
 * -403xx rights, -404xx not there, -409xx conflicts; -1xxyy belongs to the domain named beside it.
 * -10000 is the one code that clients never show (spec §8).
 */
export const errors = {
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
  /** What a client learns that asks what became of a change whose answer it never got (`Idempotency-Settle: 1`). */
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
  unavailable: error(-50503, '服务暂时不可用，请稍后重试'),

  // session -101yy
  loginFailed: error(-10101, '账号或密码不正确，请重新输入'),
  accountDisabled: error(-10103, '账号已停用，请联系管理员启用'),
  loginTooOften: error(-10102, (minutes: number) => `尝试次数过多，请 ${minutes} 分钟后再试`),

  mustChangePassword: error(-10104, '您的密码由他人设置，请先在个人中心修改密码'),
  oldPasswordWrong: error(-10105, '旧密码不正确，请重新输入'),
  samePassword: error(-10106, '新密码不能与旧密码相同，请换一个'),
  commonPassword: error(-10107, '新密码太常见，容易被猜到，请换一个'),
  notOneself: error(-10108, '只能修改自己的个人信息'),

  // devices -102yy
  snTaken: error(-10201, (sn: string) => `设备编号 ${sn} 已被使用，请核对设备上的编号`),
  roomNotOfOrganisation: error(-10202, '所选教室不属于所选机构，请重新选择教室'),
  organisationDisabled: error(-10203, (name: string) => `机构“${name}”已停用，请先启用或选择其他机构`),
  classroomDisabled: error(-10204, (name: string) => `教室“${name}”已停用，请先启用或选择其他教室`),
  deviceTraining: error(-10205, '设备正在训练中，请等训练结束后再操作'),
  deviceOffline: error(-10206, '设备不在线，指令无法送达，请在设备上线后再试'),
  deviceDisabled: error(-10207, '设备已停用，请先启用'),
  deviceAlreadySo: error(-10208, (state: string) => `设备已经是${state}状态，请刷新列表`),
  snFixed: error(-10210, '设备凭设备编号登录，编号不能修改；如已更换设备，请停用本设备后用新编号新增'),
  tooManyRecords: error(-10211, (most: number) => `记录超过 ${most} 条，请缩短日期范围后重试`),
  brokerUnavailable: error(-10209, '设备消息服务暂时不可用，请稍后重试'),

  // live -103yy
  tooManyStreams: error(-10301, '打开的实时页面太多，请关闭一些后刷新'),

  // members and roles -104yy
  accountTaken: error(-10401, (account: string) => `账号 ${account} 已被使用，请换一个`),
  memberAlreadySo: error(-10402, (state: string) => `该成员已经是${state}状态，请刷新列表`),
  memberOutranks: error(-10403, '该成员拥有您没有的权限或管理机构，请由权限更高的管理员操作'),
  roleNotYours: error(-10404, (role: string) => `角色“${role}”包含您没有的权限，不能由您授予或收回`),
  codesNotYours: error(-10405, (codes: string) => `您没有“${codes}”权限，不能授予或收回`),
  roleOfAnother: error(-10406, (role: string) => `角色“${role}”属于其他驾校，不能授予该成员`),
  lastAdministrator: error(-10407, '这是最后一名平台管理员，请先让其他成员成为平台管理员'),
  notDisableOneself: error(-10413, '不能停用自己，请由其他管理员操作'),
  notResetOneself: error(-10414, '请在个人中心修改自己的密码'),
  roleBuiltIn: error(-10408, '内置角色不能修改或删除，请新增一个角色'),
  roleHeld: error(-10409, (members: number) => `仍有 ${members} 名成员拥有此角色，请先为他们更换角色`),
  roleNameTaken: error(-10410, (name: string) => `角色名称“${name}”已被使用，请换一个`),
  roleOwner: error(-10411, '请选择角色所属的驾校，平台角色只能由管理整个平台的成员维护'),
  roleHeldElsewhere: error(-10412, '此角色还有不在您管理机构内的成员，请由平台管理员操作'),

  // files -105yy
  noFile: error(-10501, '没有收到文件，请选择文件后重试'),
  fileTooLarge: error(-10502, (megabytes: number) => `文件不能超过 ${megabytes} MB，请压缩后重新上传`),
  notPicture: error(-10503, '这不是可用的图片，请上传 JPG、PNG、GIF 或 WebP 图片'),
  pictureTooManyPixels: error(-10504, '图片的尺寸太大（超过 5000 万像素），请缩小后重新上传'),

  // messages, notices, pushes -106yy
  messageNot: error(
    -10601,
    (action: string, state: string) => `${state}的消息不能${action}，请刷新列表后重试`,
  ),
  noticeIgnoresNothing: error(-10602, (type: string) => `“${type}”与设备无关，没有忽略设备`),
  audienceEmpty: error(-10603, '请选择接收人'),
  pushToNobody: error(-10604, '没有能收到此推送的成员，请重新选择接收人'),
  pushNot: error(
    -10605,
    (action: string, state: string) => `推送是“${state}”状态，不能${action}，请刷新列表后重试`,
  ),
  pushUnderWay: error(-10606, '推送正在发送，请稍候，发送完成后可以撤回'),
  outboxNot: error(-10607, (state: string) => `“${state}”的邮件或短信不需要重新发送，请刷新列表`),
  channelUnavailable: error(
    -10608,
    (channel: string) => `系统没有配置${channel}服务，无法发送，请联系系统管理员配置`,
  ),
  recipientMissing: error(-10609, (what: string) => `该成员没有填写${what}，请先在成员管理中补充`),

  // schools, classrooms -120yy
  platformOnly: error(-12001, (what: string) => `${what}由平台统一维护，请联系平台管理员`),
  nameTaken: error(-12002, (name: string) => `名称“${name}”已被使用，请换一个`),
  ownParent: error(-12003, '机构不能设为自己的上级，请选择其他驾校'),
  parentNotSchool: error(-12004, '服务点的上级必须是驾校，请重新选择'),
  schoolHasNoParent: error(-12005, '驾校直属平台，不能设上级机构'),
  areaUnknown: error(-12006, '所选城市不属于所选省份，请重新选择地区'),
  trainingThere: error(
    -12007,
    (what: string, devices: number) => `${what}内有 ${devices} 台设备正在训练，请等训练结束后再操作`,
  ),
  alreadySo: error(-12008, (what: string, state: string) => `${what}已经是${state}状态，请刷新列表`),

  // courses -121yy
  courseDisabled: error(-12101, (name: string) => `课程“${name}”已停用，请先启用或从列表中去掉`),
  moduleNotForGear: error(
    -12102,
    (module: string, gear: string) => `训练模块“${module}”不适用于 ${gear}，请重新选择`,
  ),

  // app -122yy
  menuUnderItself: error(-12201, '菜单不能移到自己或自己的下级之下，请选择其他上级'),
  menuHasChildren: error(-12202, (act: string) => `该菜单还有下级，不能${act}，请先处理下级菜单`),
  menuOfAnotherSchool: error(-12203, '上级菜单属于其他驾校，请选择全部驾校或本驾校的菜单'),
  menusNotSiblings: error(-12204, '只能在同一级菜单内排序，请刷新后重试'),

  // students -123yy
  idNumberTaken: error(-12301, '该身份证号已是本驾校的学员，请在学员列表中查找后修改'),
  studentTaken: error(-12302, '本驾校已有姓名和手机号相同的学员，请在学员列表中查找后修改'),
  enrolmentNot: error(-12303, (action: string, state: string) => `学员${state}，不能${action}，请刷新后重试`),
  gearTypeMissing: error(-12304, '请选择增驾的驾照类型'),
  gearTypeSame: error(-12305, (gear: string) => `学员已报名 ${gear}，请选择其他驾照类型`),
  transferTarget: error(-12306, '请选择要转入的驾校，且不能是学员现在的驾校'),
  importRaced: error(-12307, '导入期间有相同的学员被他人添加，请重新检查后再导入'),
  // A file of students, refused where it is read: in the browser.
  notCsv: error(-12308, '[Format Error]: you did not upload a Csv file'),
  importColumnsMissing: error(
    -12309,
    (columns: string) => `文件第一行缺少这些列：${columns}。请下载模板，按模板填写后再选择`,
  ),
  importEmpty: error(-12310, '文件里没有学员，请从第二行开始填写后再选择'),
  importTooLong: error(-12311, (most: string) => `一次最多导入 ${most} 名学员，请拆成几个文件`),

  // enrolment -124yy
  configTitleTaken: error(-12401, (title: string) => `“${title}”已有同名的招生配置，请换一个标题`),
  coachPhoneTaken: error(-12402, '本驾校已有使用该手机号的教练，请核对后重试'),
  roomOfAnotherSchool: error(-12403, '所选教室不属于教练的驾校，请重新选择教室'),
  coachOfAnotherSchool: error(-12404, '所选教练不属于该招生配置的驾校或已离职，请重新选择教练'),
  simulatorOfAnotherSchool: error(-12405, '所选设备不属于该招生配置的驾校，请重新选择设备'),
  applicationNot: error(-12406, (state: string) => `该申请${state}，不能再处理，请刷新列表`),
  applicantStudies: error(
    -12407,
    (gear: string) => `该学员已在本驾校学习 ${gear}，无需再次报名，请拒绝该申请`,
  ),
  coachStillUsed: error(
    -12408,
    (name: string, uses: string) => `教练“${name}”仍有 ${uses}，不能删除，请改为离职`,
  ),
} as const

/** Thrown for a business refusal; the server answers it as HTTP 200 with `code` and `msg`. `data` may carry what helps (the latest row). */
export class Refusal extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, sentence: string, data: unknown = null) {
    super(sentence)
    this.name = 'Refusal'
    this.code = code
    this.data = data
  }
}

/** Builds the refusal of a catalogue entry, to be thrown: `throw refuse(errors.snTaken, sn)`. */
export function refuse<Args extends readonly unknown[]>(entry: ErrorEntry<Args>, ...args: Args): Refusal {
  return new Refusal(entry.code, entry.sentence(...args))
}
