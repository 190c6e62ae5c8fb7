-- A person's name and numbers are taken out of what the application may not change (decision 0101).

-- A text without any of these. What is one character long says nothing of anybody.
create function without_texts(given text, texts text[]) returns text
language plpgsql immutable parallel safe as $$
declare
  one text;
begin
  foreach one in array texts loop
    if length(one) > 1 then
      given := replace(given, one, '〔已删除〕');
    end if;
  end loop;
  return given;
end $$;

-- The same inside of JSON, where a text may have signs that are written otherwise.
create function without_texts(given jsonb, texts text[]) returns jsonb
language sql immutable parallel safe as $$
  select without_texts(given::text,
    (select coalesce(array_agg(substr(written, 2, length(written) - 2)), '{}')
      from (select to_jsonb(t)::text as written from unnest(texts) t) w))::jsonb
$$;

-- A row of the log without what it says of its person; what the person is called now stays.
create function without_person(given jsonb) returns jsonb
language sql immutable parallel safe as $$
  select given || coalesce(
    (select jsonb_object_agg(key, '〔已删除〕') from jsonb_each_text(given)
      where key in ('name', 'phone', 'id_number_tail', 'content', 'payee', 'note', 'tags') and value <> '' and value not like '已注销%'),
    '{}')
$$;

-- Takes an erased student out of the changes of the operation log, which the application may only add to and read. `texts` is what they
-- and their applications were called, `parts` the rows of theirs, as `table:id`.
create function redact_log(of_student bigint, texts text[], parts text[]) returns void
language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from student s where s.id = of_student and s.erased_at is not null) then
    raise exception 'student % is not erased', of_student;
  end if;
  update operation_log_change c set before = without_person(c.before), after = without_person(c.after)
  where (c.table_name, c.row_id) in (
    select split_part(part, ':', 1), split_part(part, ':', 2) from unnest(parts) part);
  update operation_log_change c set before = without_texts(c.before, texts), after = without_texts(c.after, texts)
  where (c.table_name in ('approval', 'security_event', 'feedback', 'job', 'list_view', 'report_schedule')
    or c.operation_id = nullif(current_setting('app.operation', true), '')::bigint)
    and exists (select from unnest(texts) t where length(t) > 1
      and strpos(concat(c.before::text, c.after::text), t) > 0);
end $$;
