import { approvals } from '@drivesim/contract/money/approvals'
import { bankFiles } from '@drivesim/contract/money/bankFiles'
import { bankTemplates } from '@drivesim/contract/money/bankTemplates'
import { bills } from '@drivesim/contract/money/bills/bills'
import { monthEnd } from '@drivesim/contract/money/monthEnd'

/** Calls to read again when a file for the bank changes. */
export const bankFileReads = [bankFiles.payable, bankFiles.list, bankFiles.info]

/** The same where a result was read: bills are paid by it. */
export const bankResultReads = [...bankFileReads, bills.list, bills.info, approvals.list, monthEnd.checklist]

export const bankTemplateReads = [bankTemplates.list]
