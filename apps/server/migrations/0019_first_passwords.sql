-- A password that somebody else gave is good for a week. Null: it is not limited, as the first administrator's.
alter table member add column first_password_until timestamptz;
update member set first_password_until = now() + interval '7 days' where must_change_password;
