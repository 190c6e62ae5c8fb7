-- A picture that was taken by mistake is not shown any more; that it was there stays known, as of a voided part.
alter table work_order_picture add removed boolean not null default false;
