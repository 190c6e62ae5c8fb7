import { createHash } from 'node:crypto'
import { clientErrorList, contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { clientErrors, saveReport } from './queries.ts'
import { clientErrorsSeed } from './seed.ts'

export const clientErrorsModule: Module = {
  seed: [clientErrorsSeed],
  routes(app, services) {
    implement({ app, services }, 'clientErrors', contract.clientErrors, {
      save: async ({ type, code = null, mes, url }, { db, person, userAgent }) => {
        const place = pathOf(url)
        await saveReport(db, {
          memberId: person.id,
          fingerprint: createHash('sha256')
            .update(JSON.stringify([type, code, mes, place]))
            .digest(),
          type,
          code,
          message: mes,
          url: place,
          userAgent,
        })
        return true as const
      },
      list: pages(clientErrors),
      export: files('前端错误', clientErrors, fileColumns(clientErrorList, {})),
    })
  },
}

/** The page without its query, which names what somebody looked for, and would make every error a new one. */
function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '')
}
