-- expand
-- The parts of an account that a bank asks for, of the texts that contracts and requests for payment name it by; a text without a row
-- has none that are known. A row is never changed: what was asked for keeps the parts that it had.
create table bank_account (
  -- as contracts and requests have it
  account text primary key,
  holder text not null check (char_length(holder) between 1 and 60),
  number text not null check (number ~ '^[0-9]{8,32}$'),
  bank text not null check (char_length(bank) between 1 and 60),
  -- of the bank, in the central bank's payment system
  code text check (code ~ '^[0-9]{12}$')
);

-- What a text says of an account, by its labels, or else as one of its words names a bank and one is a long number; all null where
-- that is not clear.
create function account_parts(account text, out holder text, out number text, out bank text, out code text)
language plpgsql immutable as $$
declare
  said text := btrim(regexp_replace(account, '[\s,，;；]+', ' ', 'g'));
  labels constant text := '(户名|账户名称|收款单位|银行账号|账号|帐号|开户行|开户银行|联行号) ?[：:] ?';
  long_number constant text := '[0-9](?:[ .·-]*[0-9]){7,}';
  banks constant text := '银行|信用社|农商行|[支分工农中建交招]行|邮储';
  part text;
begin
  if said ~ labels then
    foreach part in array regexp_split_to_array(regexp_replace(said, ' ?' || labels, E'\x01\\1：', 'g'), E'\x01') loop
      case
        when part ~ '^(户名|账户名称|收款单位)：' then holder := split_part(part, '：', 2);
        when part ~ '^(银行账号|账号|帐号)：' then number := regexp_replace(split_part(part, '：', 2), '[ .·-]', '', 'g');
        when part ~ '^(开户行|开户银行)：' then bank := split_part(part, '：', 2);
        when part ~ '^联行号：' then code := regexp_replace(split_part(part, '：', 2), '[ .·-]', '', 'g');
        -- a word that no label says anything of
        when part <> '' then holder := null; exit;
        else null;
      end case;
    end loop;
  elsif (select count(*) from regexp_matches(said, long_number, 'g')) = 1 then
    number := regexp_replace(substring(said from long_number), '[ .·-]', '', 'g');
    select string_agg(word, ' ' order by at) filter (where word ~ banks),
        string_agg(word, ' ' order by at) filter (where word !~ banks)
      into bank, holder
      from regexp_split_to_table(btrim(regexp_replace(said, long_number, ' ')), ' +') with ordinality as w(word, at);
    -- words about it, such as 户名同驾校全称
    if holder ~ '户名|账户|账号|帐号' then holder := null; end if;
    -- two numbers beside one another
    if char_length(number) > 22 then number := null; end if;
  end if;
  if char_length(holder) between 1 and 60 and char_length(bank) between 1 and 60 and number ~ '^[0-9]{8,32}$'
      and (code is null or code ~ '^[0-9]{12}$') then
    return;
  end if;
  holder := null; number := null; bank := null; code := null;
end $$;

-- Beside each account that a contract comes to name, its parts, as far as its text says them.
create function keep_account_parts() returns trigger language plpgsql as $$
begin
  insert into bank_account (account, holder, number, bank, code)
  select new.bank, p.holder, p.number, p.bank, p.code from account_parts(new.bank) p where p.number is not null
  on conflict do nothing;
  return null;
end $$;
create trigger contract_account_parts after insert or update of bank on contract
  for each row when (new.bank is not null) execute function keep_account_parts();

insert into bank_account (account, holder, number, bank, code)
select a.account, p.holder, p.number, p.bank, p.code
from (
  select bank as account from contract union select bank from contract_account union select account from payment_request
) a
cross join lateral account_parts(a.account) p
where p.number is not null
on conflict do nothing;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bank_account from %I', app_role);
  end if;
end $$;
