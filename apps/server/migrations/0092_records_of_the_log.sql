-- The entries of the operation log about one record: those that changed its row are found by `operation_log_change_row`, those
-- that changed a row which is part of it (the roles of a member, the payments of a bill) by whose part that is.

create function log_part_of(table_name text, changed jsonb) returns text language sql immutable parallel safe as $$
  select case table_name
    when 'enrolment' then 'student:' || (changed ->> 'student_id')
    when 'member_role' then 'member:' || (changed ->> 'member_id')
    when 'member_organisation' then 'member:' || (changed ->> 'member_id')
    when 'session' then 'member:' || (changed ->> 'member_id')
    when 'ops_staff' then 'member:' || (changed ->> 'member_id')
    when 'staff_coverage' then 'member:' || (changed ->> 'member_id')
    when 'staff_skill' then 'member:' || (changed ->> 'member_id')
    when 'role_access' then 'role:' || (changed ->> 'role_id')
    when 'simulator_state' then 'simulator:' || (changed ->> 'simulator_id')
    when 'simulator_command' then 'simulator:' || (changed ->> 'simulator_id')
    when 'notice_ignored_device' then 'simulator:' || (changed ->> 'simulator_id')
    when 'course_module' then 'course:' || (changed ->> 'course_id')
    when 'school_course' then 'course:' || (changed ->> 'course_id')
    when 'refund' then coalesce('course_order:' || (changed ->> 'course_order_id'), 'recharge_order:' || (changed ->> 'recharge_order_id'))
    when 'payment_request' then 'bill:' || (changed ->> 'bill_id')
    when 'bill_payment' then 'bill:' || (changed ->> 'bill_id')
    when 'adjustment' then 'bill:' || (changed ->> 'bill_id')
    when 'contract_account' then 'contract:' || (changed ->> 'contract_id')
    when 'deposit_entry' then 'contract:' || (changed ->> 'contract_id')
    when 'work_order_picture' then 'work_order:' || (changed ->> 'order_id')
    when 'work_order_signature' then 'work_order:' || (changed ->> 'order_id')
    when 'work_order_part' then 'work_order:' || (changed ->> 'order_id')
  end
$$;

create index operation_log_change_part on operation_log_change (log_part_of(table_name, coalesce(after, before)))
  where log_part_of(table_name, coalesce(after, before)) is not null;
