import type { AppRow, Banner } from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { FileReply } from '../../platform/http/call.ts'
import { day, type FileColumn, fileRows, oldestFirst } from '../../platform/http/tableFile.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { requireSchool } from '../organisations/service.ts'
import { bannersAfter } from './banner.queries.ts'
import { appsAfter, type Filter } from './queries.ts'

const appColumns: readonly FileColumn<AppRow>[] = [
  ['schoolName', '驾校', row => row.schoolName],
  ['courses', '在售课程', row => row.courses],
  ['menus', '菜单', row => row.menus],
  ['banners', '展示中的轮播图', row => row.banners],
  ['simulators', '设备', row => row.simulators],
  ['students', '学员', row => row.students],
]
const bannerColumns: readonly FileColumn<Banner>[] = [
  ['title', '标题', row => row.title],
  ['period', '展示开始日期', row => day(row.begin)],
  ['period', '展示结束日期', row => day(row.end)],
  ['showing', '展示中', row => (row.showing ? '是' : '否')],
  ['schools', '驾校', row => (row.schoolIds.length === 0 ? '全部驾校' : `${row.schoolIds.length} 所驾校`)],
  ['sort', '排序', row => row.sort],
  ['link', '链接', row => row.link],
]

export function exportApps(db: Db, scope: Scope, filter: Filter): FileReply {
  const next = oldestFirst(
    part => appsAfter(db, scope, filter, part),
    row => row.schoolId,
  )
  return new FileReply('应用列表', fileRows(appColumns, next))
}

/** The banners of a school's app, or of all in the scope. @throws Refusal notFound */
export async function exportBanners(db: Db, scope: Scope, school: number | undefined): Promise<FileReply> {
  if (school !== undefined) await requireSchool(db, scope, school)
  return new FileReply(
    '轮播图列表',
    fileRows(bannerColumns, part => bannersAfter(db, scope, school, part)),
  )
}
