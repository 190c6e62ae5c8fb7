-- expand
-- What a school took: cash, by its card terminal, or by a transfer. Of what is registered already nobody knows.
alter table recharge_order add column tender text
  constraint recharge_order_tender check (tender is null or (channel = 'offline' and tender in ('cash', 'pos', 'transfer')));
