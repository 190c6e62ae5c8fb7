import { error } from '../../errors.ts'

/** How many days after it was closed an order may be opened again. */
export const reopenDays = 7

/**
 * Refusals about work orders: −12701 to −12729 and −12739 to −12743; stock-taking has −12715, fault reports −12730 to −12734, inspections
 * −12750 to −12760.
 */
export const workOrderErrors = {
  workOrderNot: error(
    -12701,
    (state: string, action: string) => `工单是“${state}”状态，不能${action}，请刷新后重试`,
  ),
  workOrderOpen: error(
    -12702,
    (component: string, no: string) => `该设备的${component}已有未完结工单 ${no}，请确认是否仍要新建`,
  ),
  notAssignee: error(-12703, (name: string, action: string) => `只有负责人${name}能${action}`),
  staffUnfit: error(-12704, (name: string, why: string) => `${name}${why}，请选择其他人员`),
  ownWorkOrder: error(-12705, '自己处理的工单须由他人验收，或由驾校现场签字'),
  workOrderPaused: error(-12706, '工单已挂起，请先恢复'),
  dealResultMissing: error(-12707, '请选择处理结果'),
  afterPictureMissing: error(-12708, '请上传维修后照片'),
  checklistUnfinished: error(-12709, (items: number) => `检查清单还有 ${items} 项未填`),
  stillReporting: error(-12710, (text: string) => `设备仍在上报“${text}”，请确认已修复`),
  closedTooLong: error(-12711, `关闭已超过 ${reopenDays} 天，请新建工单`),
  resumeTooLate: error(-12712, '恢复时间须在 30 天内'),
  faultCodeTaken: error(-12713, (type: string) => `该故障代码已属于“${type}”`),
  workOrderNotPaused: error(-12714, '工单没有挂起，不需要恢复'),
  mergeTarget: error(-12716, '请选择要合并到的未完结工单，它须属于同一机构且不是本工单'),
  tooManyPictures: error(-12717, (kind: string, most: number) => `${kind}最多 ${most} 张，请删减后重试`),
  nobodyToSend: error(-12718, (why: string) => `无可派人员：${why}，请手动选择人员`),
  windowOpen: error(-12719, (no: string) => `设备正在工单 ${no} 中检修，请等它结束后再到场`),
  workOrderMerged: error(-12720, (no: string) => `工单已合并到 ${no}，请在该工单中处理`),
  dictionaryBuiltIn: error(-12721, (name: string) => `“${name}”是内置项，不能停用或改变含义`),
  dictionaryTaken: error(-12722, (name: string) => `“${name}”已存在，请换一个名称`),
  dictionaryDisabled: error(-12723, (name: string) => `“${name}”已停用，请选择其他项`),
  componentOfAnother: error(-12724, '故障类型不属于所选部件，请重新选择'),
  plannedOnPast: error(-12725, '预约日期不能早于今天'),
  partVoided: error(-12726, '该配件已作废，请刷新后查看'),
  resultMissing: error(-12727, (devices: number) => `还有 ${devices} 台设备没有检查结果，请先填写`),
  staffCoverage: error(-12728, (name: string) => `${name}不管理所选机构，请先在成员管理中授权或改选机构`),
  staffNotHandler: error(-12729, (name: string) => `${name}没有处理工单的权限，请先分配角色`),
  signatureMissing: error(-12739, '该工单须由驾校现场签字，请让驾校人员签字后提交'),
  holidaysUnknown: error(-12740, (year: number) => `还没有 ${year} 年的放假安排，请手动录入`),
  pictureNotOwn: error(-12741, '只能移除自己上传的维修前、维修后图片'),
  claimUnfit: error(-12742, (why: string) => `您${why}，不能认领该工单，请联系调度派单`),
  planPictureMissing: error(-12743, '该计划须有照片，请至少拍一张现场图片'),
} as const
