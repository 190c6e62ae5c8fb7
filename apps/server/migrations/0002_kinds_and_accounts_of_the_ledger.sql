-- contract
-- What is posted has a word in the contract, and stands in an account that has one: anything else was a mistake of whoever wrote it.
alter table journal add check (kind in (
  'recharge', 'course', 'courseRefund', 'rechargeRefund', 'refundRejected', 'claim', 'reversal', 'transfer',
  'refundPaid', 'close', 'receipt', 'payout', 'paymentVoid', 'offset', 'offsetVoid', 'deposit', 'depositBack',
  'channelFee', 'channelSuspense', 'channelSuspenseReversed', 'channelDiscount', 'channelDiscountReversed',
  'channelGivenBack'
));
alter table ledger_entry add check (account in (
  'student_cash', 'student_bonus', 'custody', 'clearing', 'bank', 'refunding', 'bonus_issued', 'bonus_spent',
  'course_income', 'platform_share', 'school_current', 'rent_income', 'adjustment', 'deposit', 'channel_fee',
  'merchant_discount', 'suspense'
));
