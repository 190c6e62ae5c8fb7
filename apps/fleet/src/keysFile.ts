import { readFileSync } from 'node:fs'
import { z } from 'zod'

const minuteOfDay = z.int().min(0).max(1440)

/**
 * What a fleet is made of: simulators with their keys, and the classrooms, students and modules it plays with.
 * The demo writes one to `DATA_DIR/demo-fleet.json`; it holds keys, so it is for its owner's eyes only (0600).
 */
export const fleetFile = z.object({
  /** The business day it was made on: its students are learners around it. */
  madeOn: z.iso.date(),
  modules: z.array(
    z.object({
      moduleId: z.int().positive(),
      subSubjectId: z.int().positive(),
      subSubject: z.string(),
      subject: z.int(),
      gearTypes: z.array(z.string()),
    }),
  ),
  rooms: z.array(
    z.object({
      roomId: z.int().positive(),
      opensAt: minuteOfDay,
      closesAt: minuteOfDay,
      students: z.array(
        z.object({ studentId: z.int().positive(), registeredDay: z.iso.date(), gearType: z.string() }),
      ),
    }),
  ),
  devices: z.array(
    z.object({
      sn: z.string(),
      key: z.string(),
      roomId: z.int().positive(),
      software: z.string().optional(),
      headsetIp: z.string().optional(),
    }),
  ),
})
export type FleetFile = z.output<typeof fleetFile>

/**
 * Reads such a file.
 * @throws Error with one sentence for the person who named it
 */
export function readFleetFile(path: string): FleetFile {
  const parsed = fleetFile.safeParse(parse(path))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new Error(`密钥文件 ${path} 的内容不对：${issue?.path.join('.')} ${issue?.message}`)
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`读不到密钥文件 ${path}：${reason}。先以演示数据启动服务器，或用 --keys 指定文件`)
  }
}
