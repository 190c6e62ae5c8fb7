-- expand
-- 开放接口: what other software builds on. Who manages roles and members of the whole platform sees to it.
insert into role_access (role_id, code)
select role_id, 'system:open' from role_access join role on role.id = role_id
where role.built_in and code in ('system:role', 'system:user') group by role_id having count(*) = 2;
