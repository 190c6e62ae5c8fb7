-- contract
do $$
begin
  if exists (select from pg_constraint where conname = 'training_session_key_end') then
    alter table training_session_key validate constraint training_session_key_end;
  end if;
end $$;
