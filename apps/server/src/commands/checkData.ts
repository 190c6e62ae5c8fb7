import { missingAttachments } from '../modules/money/bills/attachment.service.ts'
import { missingVouchers } from '../modules/money/vouchers/service.ts'
import { knowNoMonths } from '../modules/tools/archive/service.ts'
import { missingOfRecords } from '../modules/tools/attachments/service.ts'
import { missingPictures } from '../modules/tools/files/service.ts'
import { checkData } from '../modules/tools/integrity/service.ts'
import { modules } from '../modules.ts'
import { openFiles } from '../platform/files/openFiles.ts'
import { makeDataKeys } from '../platform/keys/dataKeys.ts'
import { gatherParts } from '../platform/parts.ts'
import { openDb, openPool } from '../platform/postgres/db.ts'
import { withOwnedDatabase } from '../platform/postgres/operatorDatabase.ts'
import { readDataKeys } from '../platform/start/secrets.ts'
import { command } from './command.ts'

await command(config =>
  withOwnedDatabase(config, async ownerUrl => {
    const db = openDb(openPool(ownerUrl, 1))
    // None is made here where there is none: without it nothing opens, which is what the check then says.
    const keys = makeDataKeys(() => readDataKeys(config))
    try {
      const { checks, pictures } = gatherParts(modules)
      const files = openFiles(config)
      await knowNoMonths(db)
      const missing = [
        ...(await missingPictures(db, pictures, files)),
        ...(await missingVouchers(db, files)),
        ...(await missingAttachments(db, files)),
        ...(await missingOfRecords(db, files)),
      ]
      const findings = [
        ...(await checkData(db, checks, keys)),
        { title: '使用中的图片、凭证和附件都有文件', wrong: missing.length, first: missing[0] ?? '' },
      ]
      for (const { title, wrong, first } of findings) {
        console.log(wrong === 0 ? `✓ ${title}` : `✗ ${title}：${wrong} 处不一致，例如 ${first}`)
      }
      return findings.every(({ wrong }) => wrong === 0)
    } finally {
      await db.destroy()
    }
  }),
)
