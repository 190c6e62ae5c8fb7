import { z } from 'zod'

/** For whom back-ups are encrypted. */
export const backupVariables = {
  BACKUP_RECIPIENTS: z
    .string()
    .regex(/^age1[\da-z]{10,}(,age1[\da-z]{10,})*$/)
    .optional(),
}

export const backupMust = {
  BACKUP_RECIPIENTS:
    '以逗号分隔的 age 公钥，形如 age1…,age1…（npm run seal -- --new-identity <文件> 可生成）',
}

/** None: back-ups are not encrypted. */
export const backupRecipientsOf = (given: string | undefined): readonly string[] => given?.split(',') ?? []
