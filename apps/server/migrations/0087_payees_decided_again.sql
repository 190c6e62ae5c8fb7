-- Who changed how an approved refund is paid, while another decides about that: rejected, it is a failed refund as before.
alter table refund add column changed_by bigint references member;
