import { BillList } from './BillList.tsx'

/** 还款账单: what schools owe, when it is due, and what is left. */
export default function CollectionBillPage() {
  return (
    <BillList
      name="collectionBills"
      title="还款账单"
      repaying
      empty={{ title: '没有驾校应还的账单', hint: '驾校代收款或租金超过其分成时，账单由驾校还款' }}
    />
  )
}
