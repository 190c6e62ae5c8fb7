import type { ContractRow } from '@drivesim/contract/money/contracts/contractShapes'
import { money } from '../../../ui/format.ts'

/** Basis points as a percentage with the digits that it has: `30%`, `32.5%`. */
export function share(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** What a contract says of the money, in a few words. */
export function termsOf({
  platformBp,
  monthlyRent,
}: Pick<ContractRow, 'platformBp' | 'monthlyRent'>): string {
  if (platformBp !== null) return `平台分成 ${share(platformBp)}`
  return monthlyRent === null ? '' : `月租金 ${money(monthlyRent)}`
}
