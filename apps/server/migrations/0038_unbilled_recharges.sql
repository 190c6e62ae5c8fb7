-- The first day on which a school took money that is in no bill yet (closing.queries): by id, every recharge of the
-- platform was read for each school that had none left.
drop index recharge_order_held;
create index recharge_order_held on recharge_order (holder_school_id, day)
  where holder_bill_id is null and holder_school_id is not null;
