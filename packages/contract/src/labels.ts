/** What each field of the wire is called on the screen: error sentences and forms name fields with these words. */
export const fieldLabels: Readonly<Record<string, string>> = {
  username: '账号',
  password: '密码',
  grant_type: '授权类型',
  refresh_token: '刷新令牌',
  pageNum: '页码',
  page: '页码',
  pageSize: '每页条数',
  organId: '机构',
  organIds: '机构',
  schoolId: '驾校',
  schoolIds: '驾校',
  roomId: '教室',
  type: '类型',
  simulatorId: '设备',
  simulatorIds: '设备',
  simulatorName: '设备名称',
  simulatorNum: '设备编号',
  headsetIp: '头显 IP',
  bindNum: '绑定编号',
  carNum: '车牌号',
  model: '型号',
  stateId: '状态',
  enabled: '启用状态',
  startDate: '开始日期',
  beginDate: '开始日期',
  endDate: '结束日期',
  valueType: '统计粒度',
  queryTypes: '查询类型',
  version: '数据版本',
  command: '指令',
  commandId: '指令',
  installedAt: '安装日期',
  warrantyUntil: '保修截止',
  sort: '排序',
  sortField: '排序字段',
  sortOrder: '排序方向',
  after: '续传位置',
  userId: '成员',
  userAccount: '账号',
  userName: '名称',
  userPhone: '手机号',
  userIcon: '头像',
  userMail: '邮箱',
  belongOrganIds: '管理机构',
  roleIds: '角色',
  roleId: '角色',
  roleName: '角色名称',
  note: '备注',
  codes: '权限',
  oPwd: '旧密码',
  nPwd: '新密码',
  cPwd: '确认密码',
  sessionId: '登录设备',
  paramValue: '搜索内容',
  label: '操作',
  operationId: '操作记录',
  code: '代码',
  mes: '错误信息',
  url: '地址',
  file: '文件',
  organizationId: '机构',
  name: '名称',
  parentId: '上级机构',
  provinceId: '省份',
  cityId: '城市',
  address: '地址',
  contact: '联系人',
  phone: '电话',
  state: '状态',
  roomName: '教室名称',
  opensAt: '开门时间',
  closesAt: '关门时间',
  seats: '座位数',
  ip: '网络地址',
  courseId: '课程',
  courseName: '课程名称',
  gearType: '驾照类型',
  moduleIds: '训练模块',
  minutes: '训练分钟数',
  price: '价格',
  validDays: '有效天数',
  offers: '课程',
  menuId: '菜单',
  menuIds: '菜单',
  menuName: '菜单名称',
  fartherMenuId: '上级菜单',
  menuBelongSchool: '所属驾校',
  allSchoolFlag: '全部驾校',
  ifSmall: '小图标',
  icon: '图标',
  swiperId: '轮播图',
  title: '标题',
  imageUrl: '图片',
  link: '链接',
  begin: '开始日期',
  end: '结束日期',
  lessonMinutes: '单次训练时长',
  volume: '音量',
  passScore: '及格分数',
  voiceGuide: '语音引导',
  createLimit: '提醒时间',
  ableTimeBegin: '接收开始时间',
  ableTimeEnd: '接收结束时间',
  effectiveTime: '提醒间隔',
  id: '编号',
  messageId: '消息',
  msg_id: '消息',
  configId: '通知设置',
  messageType: '通知类型',
  enable: '启用状态',
  ableTime: '接收时间段',
  pushId: '推送',
  content: '内容',
  audience: '接收人',
  channels: '发送方式',
  channel: '发送方式',
  sendAt: '发送时间',
  outboxId: '邮件或短信',
  idNumber: '身份证号',
  kind: '报名变更',
  reason: '原因',
  students: '学员',
  mode: '导入方式',
  dryRun: '仅检查',
  firstRow: '起始行',
  recordId: '训练记录',
  subSubjectId: '子科目',
  classType: '班型',
  originalPrice: '原价',
  contents: '课程内容',
  validFrom: '有效期开始日期',
  validUntil: '有效期结束日期',
  coachIds: '教练',
  gearTypes: '准教车型',
  years: '教龄',
  photo: '照片',
  accept: '处理结果',
  bound: '绑定情况',
}

/** What zod reports; which of the details are there depends on the code. */
interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly input?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly values?: unknown
  readonly errors?: unknown
}

/** One Chinese sentence for a failed validation, naming the field: the first issue that zod reports. */
export function describeIssue(issues: readonly Issue[]): string {
  const issue = issues[0]
  if (issue === undefined) return '提交的内容有误，请检查后重试'
  const field = issue.path.findLast(part => typeof part === 'string')
  const name = field === undefined ? '提交的内容' : (fieldLabels[field] ?? field)
  return sentence(name, issue)
}

/** A sentence written for its rule, not zod's own. */
const chinese = /[\u4e00-\u9fff]/

function sentence(name: string, issue: Issue): string {
  if (chinese.test(issue.message)) return issue.message
  if (issue.code === 'invalid_union') return unionSentence(name, issue)
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${name}不能为空`
  if (issue.code === 'too_small') return tooSmall(name, issue)
  if (issue.code === 'too_big') {
    return issue.origin === 'string'
      ? `${name}最多 ${issue.maximum} 个字`
      : issue.origin === 'array'
        ? `${name}最多 ${issue.maximum} 项`
        : `${name}不能大于 ${issue.maximum}`
  }
  if (issue.code === 'invalid_value' && Array.isArray(issue.values)) {
    return `${name}只能是 ${issue.values.join('、')} 之一`
  }
  return `${name}格式不正确，请检查后重试`
}

function tooSmall(name: string, issue: Issue): string {
  if (issue.origin === 'string')
    return issue.minimum === 1 ? `${name}不能为空` : `${name}最少 ${issue.minimum} 个字`
  if (issue.origin === 'array') return `${name}最少 ${issue.minimum} 项`
  return `${name}不能小于 ${issue.minimum}`
}

/** A union fails with one list of issues per branch; the most telling is the one that got furthest: a bound, not a type. */
function unionSentence(name: string, issue: Issue): string {
  const issues = Array.isArray(issue.errors) ? issue.errors.flat().filter(isIssue) : []
  // The branch of a filter that takes nothing: no advice to anybody who wrote something.
  const branches = issues.filter(
    one => !(Array.isArray(one.values) && one.values.every(value => value === '')),
  )
  const written = branches.find(one => chinese.test(one.message))
  if (written !== undefined) return written.message
  const bound = branches.find(inner => inner.code === 'too_small' || inner.code === 'too_big')
  const inner = bound ?? branches.find(one => one.code !== 'invalid_type' && one.code !== 'invalid_union')
  const nested = branches.find(one => one.code === 'invalid_union')
  if (inner !== undefined) return sentence(name, inner)
  if (nested !== undefined) return unionSentence(name, nested)
  return issue.input === undefined && branches.length > 0 && branches.every(one => one.input === undefined)
    ? `${name}不能为空`
    : `${name}格式不正确，请检查后重试`
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === 'object' && value !== null && 'code' in value && 'path' in value && 'message' in value
  )
}
