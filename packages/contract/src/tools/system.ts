import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Health of this process and of what it stands on; says nothing else of the inside. */
const health = z.object({ status: z.enum(['ok', 'failing']) })

export const system = {
  live: endpoint({
    title: '进程存活',
    method: 'GET',
    path: '/health/live',
    access: 'anonymous',
    absolute: true,
    reply: health,
  }),
  ready: endpoint({
    title: '可以服务',
    method: 'GET',
    path: '/health/ready',
    access: 'anonymous',
    absolute: true,
    reply: health,
  }),
}
