-- What a payment costs the database.

-- Of a lot that is spent, only what it has left changes: without an index that knows of it, the other eight need not be
-- told (HOT), if the page has room. A student's lots are found by the student.
drop index recharge_order_lots;
alter table recharge_order set (fillfactor = 90);
