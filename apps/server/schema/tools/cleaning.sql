-- Texts that were stored before they were cleaned where they come in (decision 0072).
-- Passwords, rich text, what a channel sent, what was signed, and what logs, bills and decisions say stay as they are.

-- Texts cleaned as they are where they come in, by the same rules (contract/cleaned.ts; its test compares them).
create function clean_text(typed text) returns text language sql immutable parallel safe as $$
  select btrim(
    regexp_replace(
      regexp_replace(typed,
        '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0]',
        '', 'g'),
      '[\t\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]', ' ', 'g'),
    E' \r\n')
$$;

create function clean_name(typed text) returns text language sql immutable parallel safe as $$
  select regexp_replace(clean_text(replace(typed, U&'\200D', '')), '[ \r\n]+', ' ', 'g')
$$;

create function clean_code(typed text) returns text language sql immutable parallel safe as $$
  select regexp_replace(clean_name(normalize(typed, NFKC)), '[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]', '-', 'g')
$$;

create function clean_number(typed text) returns text language sql immutable parallel safe as $$
  select replace(clean_code(typed), ' ', '')
$$;

create function clean_phone(typed text) returns text language sql immutable parallel safe as $$
  select case
      when digits ~ '^1[0-9]{10}$' then digits
      when digits ~ '^861[0-9]{10}$' then substr(digits, 3)
      else number
    end
  from (select regexp_replace(regexp_replace(clean_number(typed), '[()]', '', 'g'), '^((\+|00)86-?)+', '') as number) n,
    replace(number, '-', '') digits
$$;

create function clean_texts(typed text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(clean_text(one) order by place), '{}') from unnest(typed) with ordinality t (one, place)
$$;

create function clean_items(items jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(item || jsonb_build_object('text', clean_text(item ->> 'text')) order by place), '[]')
  from jsonb_array_elements(items) with ordinality t (item, place)
$$;

-- The columns that people had filled in before decision 0072, and the rule of each. `others` and `key`: by which a table knows its rows apart.
create function cleaned_columns() returns table (name text, rules jsonb, others text, key text)
  language sql immutable as $$
  values
    ('organisation', '{"name": "name", "contact": "name", "phone": "phone", "address": "text"}'::jsonb, 'parent_id', 'parent_id, name'),
    ('classroom', '{"name": "name", "address": "text"}', 'organ_id', 'organ_id, name'),
    ('member', '{"account": "code", "name": "name", "phone": "phone", "mail": "code"}', null, 'lower(account)'),
    ('role', '{"name": "name", "note": "text"}', 'organ_id', 'coalesce(organ_id, 0), lower(name)'),
    ('list_view', '{"name": "name"}', 'owner_id, list', 'owner_id, list, name'),
    ('student', '{"name": "name", "name_initials": "name", "phone": "phone"}', 'school_id', 'school_id, name, phone'),
    ('coach', '{"name": "name", "phone": "phone"}', 'school_id', 'school_id, phone'),
    ('applicant', '{"name": "name", "phone": "phone"}', null, 'id'),
    ('sign_up', '{"name": "name", "phone": "phone"}', null, 'id'),
    ('enrolment_config', '{"title": "name", "contents": "text"}', 'school_id', 'school_id, title'),
    ('course', '{"name": "name", "note": "text"}', 'gear_type', 'gear_type, name'),
    ('app_menu', '{"name": "name"}', null, 'id'),
    ('app_banner', '{"title": "name"}', null, 'id'),
    ('push', '{"title": "name"}', null, 'id'),
    ('simulator', '{"name": "name", "bind_num": "code", "car_num": "code", "model": "text"}', null, 'id'),
    ('contract', '{"bank": "text"}', null, 'id'),
    ('contract_account', '{"bank": "text"}', null, 'id'),
    ('component_kind', '{"name": "name"}', null, 'name'),
    ('fault_type', '{"name": "name"}', 'component_kind_id', 'component_kind_id, name'),
    ('deal_result', '{"name": "name"}', null, 'name'),
    ('spare_part', '{"name": "name", "model": "name"}', null, 'name'),
    ('national_day', '{"name": "text"}', null, 'id'),
    ('checklist', '{"name": "name", "items": "items"}', null, 'name'),
    ('maintenance_plan', '{"name": "name", "models": "texts"}', null, 'name'),
    ('fault_report', '{"description": "text", "phone": "phone"}', null, 'id'),
    ('work_order', '{"description": "text", "deal_note": "text"}', null, 'id'),
    ('work_order_part', '{"name": "text", "model": "text", "old_sn": "text", "new_sn": "text"}', null, 'id')
$$;

-- Rows of a table that are not clean, with their columns as they would be. `same_as`: others that are, or would become, the
-- same by the table's key; `nothing`: a column that must not be empty would be. Such a row stays as it is until somebody decides.
create function unclean_rows(of_table text) returns table (row_id bigint, cleaned jsonb, same_as bigint[], nothing boolean)
  language plpgsql stable as $$
declare
  c record;
  -- "clean_name(name) as name", and what of it is null rather than empty
  cleaned text;
  raw text;
  changed text;
  empty text;
begin
  select * into strict c from cleaned_columns() where name = of_table;
  select
    string_agg(case when a.attnotnull or t.typname <> 'text' then format('clean_%s(%I) as %2$I', r.value, r.key)
      else format('nullif(clean_%s(%I), '''') as %2$I', r.value, r.key) end, ', '),
    string_agg(quote_ident(r.key), ', '),
    string_agg(format('n.%I is distinct from o.%1$I', r.key), ' or '),
    string_agg(format('n.%I = '''' and o.%1$I <> ''''', r.key), ' or ') filter (where a.attnotnull and t.typname = 'text')
    into cleaned, raw, changed, empty
  from jsonb_each_text(c.rules) r
  join pg_attribute a on a.attrelid = of_table::regclass and a.attname = r.key
  join pg_type t on t.oid = a.atttypid;
  return query execute format($query$
    with cleaned as materialized (select id, %2$s from %1$I),
    unclean as (
      select n.id, to_jsonb(n) - 'id' as cleaned, coalesce(%4$s, false) as nothing
      from cleaned n join %1$I o using (id) where %3$s
    ),
    keys as (
      select id, jsonb_build_array(%5$s) as key from cleaned
      union select id, jsonb_build_array(%5$s) from %1$I
    )
    select u.id, u.cleaned, coalesce(s.ids, '{}'), u.nothing
    from unclean u left join (
      select own.id, array_agg(distinct k.id order by k.id) as ids
      from keys own join keys k on k.key = own.key and k.id <> own.id
      where own.id in (select id from unclean) group by own.id
    ) s using (id)
    order by u.id
    $query$,
    of_table, concat_ws(', ', cleaned, c.others), changed, coalesce(empty, 'false'), c.key);
end $$;

-- All that is not clean: what `npm run check-data` tells of.
create function unclean_texts() returns table (table_name text, row_id bigint, cleaned jsonb, same_as bigint[], nothing boolean)
  language sql stable as $$
  select c.name, u.* from cleaned_columns() c, unclean_rows(c.name) u
$$;

-- Cleans what can be cleaned. Of rows that would become one, none is merged or changed.
create function clean_stored_texts() returns void language plpgsql as $$
declare
  c record;
  sets text;
begin
  for c in select * from cleaned_columns() loop
    select string_agg(format('%I = n.%1$I', key), ', ') into sets from jsonb_object_keys(c.rules) key;
    execute format($update$
      update %1$I o set %2$s
      from unclean_rows(%1$L) u, jsonb_populate_record(null::%1$I, u.cleaned) n
      where o.id = u.row_id and not u.nothing and u.same_as = '{}'
      $update$, c.name, sets);
  end loop;
end $$;
