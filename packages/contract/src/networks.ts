import { z } from 'zod'
import { cleanedCode } from './cleaned.ts'

/** An IPv4 or IPv6 network, or one address, which comes out as the network that is it alone. */
export const network = cleanedCode
  .max(50)
  .transform(written => (written.includes('/') ? written : `${written}/${written.includes(':') ? 128 : 32}`))
  .pipe(z.union([z.cidrv4(), z.cidrv6()], '网段应写成 192.168.1.0/24 或一个 IP 地址'))
