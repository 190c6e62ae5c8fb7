-- contract
-- Keys of sessions are kept by months (decision 0090), in three steps, none of which holds up devices: this one says where the keys
-- there are end, the next reads whether that is so while others write, the third makes them the first part without reading them.
do $$
begin
  if exists (select from training_session_key) then
    execute format('alter table training_session_key add constraint training_session_key_end check (record_id < %s) not valid',
      first_record_id((date_trunc('month', now() at time zone 'Asia/Shanghai') + interval '2 months') at time zone 'Asia/Shanghai'));
  end if;
end $$;
