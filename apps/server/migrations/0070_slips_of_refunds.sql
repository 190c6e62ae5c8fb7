-- A slip proves one payment: who pays by it asks what it proved already, refunds too.
create unique index refund_voucher on refund (voucher_id) where voucher_id is not null;
