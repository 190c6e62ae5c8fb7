import { randomUUID } from 'node:crypto'
import { type Endpoint, pathParameters } from '@drivesim/contract'
import { z } from 'zod'

/** Ids of one organisation's things, to be put wherever a call asks for such an id. */
export interface Ids {
  organ: number
  room: number
  simulator: number
  sn: string
  member: number
  role: number
  session: string
  operation: number
  command: string
  menu: number
  banner: number
  feedback: number
}

/**
 * A value for each field that any call takes. A new field is added here once, and the matrix covers the calls
 * that carry it.
 */
export function samples(ids: Ids): Readonly<Record<string, unknown>> {
  return {
    organId: ids.organ,
    organIds: [ids.organ],
    schoolId: ids.organ,
    schoolIds: [ids.organ],
    roomId: ids.room,
    simulatorId: ids.simulator,
    simulatorNum: ids.sn,
    simulatorName: '矩阵设备',
    check: 'ABCDEFGH',
    headsetIp: '192.168.1.20',
    bindNum: '1',
    carNum: '粤A0000学',
    model: 'VR-1',
    installedAt: '2026-01-01',
    warrantyUntil: '2027-01-01',
    version: 1,
    enabled: false,
    command: 'lock',
    stateId: 'idle',
    type: 'school',
    pageNum: 0,
    pageSize: 100,
    startDate: '2026-10-01',
    beginDate: '2026-10-01',
    endDate: '2026-10-07',
    valueType: 'day',
    queryTypes: ['organ', 'room', 'state', 'model'],
    sortField: 'simulatorNum',
    sortOrder: 'descend',
    after: '',
    messageId: 999_999,
    msg_id: 999_999,
    configId: 999_999,
    messageType: 'deviceOffline',
    enable: true,
    createLimit: 30,
    ableTime: ['08:00', '20:00'],
    ableTimeBegin: '08:00',
    ableTimeEnd: '20:00',
    effectiveTime: 1,
    simulatorIds: [ids.simulator],
    pushId: 999_999,
    title: '矩阵标题',
    content: '矩阵内容',
    ids: [ids.organ],
    audience: { kind: 'organisations', ids: [ids.organ] },
    channels: ['system'],
    sendAt: '',
    outboxId: 999_999,
    channel: '',
    state: '',
    paramValue: '',
    userAccount: 'matrix-account',
    userMail: '',
    userIcon: '',
    belongOrganIds: [ids.organ],
    roleIds: [ids.role],
    roleId: ids.role,
    roleName: '矩阵角色',
    codes: [],
    oPwd: 'nothing',
    nPwd: 'Matrix-2026-x',
    cPwd: 'Matrix-2026-x',
    sessionId: ids.session,
    operationId: ids.operation,
    label: '',
    code: '',
    mes: '矩阵错误',
    url: '/home',
    grant_type: 'password',
    username: 'nobody',
    password: 'nothing',
    refresh_token: randomUUID(),
    organizationId: ids.organ,
    parentId: ids.organ,
    name: '矩阵驾校',
    provinceId: '440000',
    cityId: '440100',
    address: '天河路 1 号',
    contact: '王海',
    phone: '13800000000',
    roomName: '矩阵教室',
    opensAt: '08:00',
    closesAt: '20:00',
    seats: 8,
    ip: '192.168.1.1',
    courseId: 1,
    courseName: '矩阵课程',
    gearType: 'C1',
    moduleIds: [1],
    minutes: 60,
    price: 9900,
    validDays: 90,
    note: '备注',
    offers: [],
    menuId: ids.menu,
    menuIds: [ids.menu],
    menuName: '矩阵菜单',
    fartherMenuId: '',
    menuBelongSchool: ids.organ,
    allSchoolFlag: false,
    ifSmall: false,
    sort: 0,
    icon: 'car',
    swiperId: ids.banner,
    imageUrl: '/banners/matrix.svg',
    link: '',
    begin: '2026-10-01',
    end: '2026-10-07',
    lessonMinutes: 60,
    volume: 70,
    passScore: 80,
    voiceGuide: true,
    id: ids.feedback,
    page: 0,
    userId: 999_999,
    userName: '王芳',
    userPhone: '13800000001',
    idNumber: '11010519491231002X',
    classType: 'standard',
    originalPrice: 12000,
    contents: '科目二、科目三模拟训练',
    validFrom: '2026-01-01',
    validUntil: '2026-12-31',
    coachIds: [1],
    gearTypes: ['C1'],
    years: 8,
    photo: '',
    accept: true,
    bound: '',
    kind: 'finish',
    reason: '核对证件',
    students: [{ userName: '王芳', userPhone: '13800000001', gearType: 'C1' }],
    mode: 'all',
    dryRun: false,
    firstRow: 1,
    recordsTab: 2,
    subSubjectId: 201,
    recordId: 1,
  }
}

/** A well-formed input for any call, made from its schema. */
export function sampleInput(endpoint: Endpoint, ids: Ids): Record<string, unknown> {
  const values = samples(ids)
  const fields = [...pathParameters(endpoint.path), ...fieldsOf(endpoint.input)]
  return Object.fromEntries(
    fields.map(field => {
      if (!Object.hasOwn(values, field)) throw new Error(`test/samples.ts has no sample for ${field}`)
      return [field, values[field]]
    }),
  )
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return []
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const [first] = schema.options
    return first instanceof z.ZodObject ? Object.keys(first.shape) : []
  }
  throw new Error('an input is an object, or a union of objects')
}
