-- Contracts with schools, the papers that prove them, deposits (decision 0027).

-- Numbers without a gap: drawn as the last act of a transaction, so that a roll-back gives its number back.
create table number_series (
  series text not null check (series ~ '^[A-Z]{2}$'),
  -- its first day
  month date not null check (month = date_trunc('month', month)),
  last integer not null check (last > 0),
  primary key (series, month)
);

-- A picture that proves something: a signed paper, a bank slip. It is not served to whoever knows its address.
create table voucher (
  id bigint generated always as identity primary key,
  -- name of the file in the private store
  file text not null unique check (file ~ '^[\w-]{32}\.webp$'),
  -- of the file that was sent
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes integer not null check (bytes >= 0),
  -- its owner until something uses it
  member_id bigint not null references member,
  -- the school of what uses it; null: nothing does
  organ_id bigint references organisation,
  uploaded_at timestamptz not null default now(),
  -- A slip is known by what is seen on it, not by the file it came in: a byte more, or a text chunk, made it another.
  -- null: known by its file alone
  pixels bytea,
  look bit(256)
);
create index voucher_member on voucher (member_id, uploaded_at);
create index voucher_sha256 on voucher (sha256);
create index voucher_organ on voucher (organ_id);
create index voucher_unused on voucher (uploaded_at) where organ_id is null;
comment on column voucher.pixels is 'SHA-256 of its pixels as they were kept';
comment on column voucher.look is 'dHash of 256 bits: two that differ in a few show much the same';
create index voucher_pixels on voucher (pixels) where pixels is not null;

-- A contract with a school: how what its courses earn is shared, or what it pays by the month. Shares are basis points, days are
-- business days with both ends included. It is voided, never deleted.
create table contract (
  id bigint generated always as identity primary key,
  no text not null unique,
  school_id bigint not null references organisation,
  -- share: the platform keeps a part of what courses earn; rent: the school pays by the month
  mode text not null check (mode in ('share', 'rent')),
  platform_bp integer check (platform_bp between 0 and 10000),
  monthly_rent bigint check (monthly_rent between 0 and 10000000000),
  billing_day integer not null check (billing_day between 1 and 28),
  due_days integer not null default 15 check (due_days between 1 and 90),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  -- what was agreed; what was paid of it stands in deposit_entry
  deposit bigint not null default 0 check (deposit between 0 and 10000000000),
  -- how much the school may hold of cash that it took for the platform
  offline_cap bigint not null default 0 check (offline_cap between 0 and 10000000000),
  -- the school agreed that a bill which it does not object to in time counts as confirmed
  deemed boolean not null default false,
  -- the account that payouts go to
  bank text,
  attachment_id bigint references voucher,
  -- when it was ended before its time
  terminated_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  created_by bigint not null references member,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((mode = 'share') = (platform_bp is not null)),
  check ((mode = 'rent') = (monthly_rent is not null)),
  check ((voided_at is null) = (void_reason is null)),
  -- of one school, never two at once
  constraint contract_overlap exclude using gist
    (school_id with =, daterange(starts_on, ends_on, '[]') with &&) where (voided_at is null)
);
create index contract_school on contract (school_id, starts_on);
create index contract_ends on contract (ends_on) where voided_at is null;
create index contract_attachment on contract (attachment_id) where attachment_id is not null;
create trigger contract_version before update on contract for each row execute function bump_version();
create trigger contract_noted after insert or update or delete on contract for each row execute function note_change();

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

-- Where the platform pays a school: an account counts once another person agreed, a change from the day after.
create table contract_account (
  id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  from_day date not null,
  bank text,
  approval_id bigint references approval,
  unique (contract_id, from_day)
);
comment on column contract_account.bank is 'null: from then on there is none';
comment on column contract_account.approval_id is 'null: it was the school''s already, or is of before there was a second person';
create trigger contract_account_noted after insert or update or delete on contract_account
  for each row execute function note_change();

-- What was paid of a contract's deposit, and (negative) given back. Deposits are in no bill.
create table deposit_entry (
  id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  amount bigint not null check (amount <> 0 and abs(amount) <= 10000000000),
  paid_on date not null,
  voucher_id bigint references voucher,
  created_by bigint not null references member,
  created_at timestamptz not null default now()
);
create index deposit_entry_contract on deposit_entry (contract_id, id);
create unique index deposit_entry_voucher on deposit_entry (voucher_id) where voucher_id is not null;
create trigger deposit_entry_noted after insert on deposit_entry for each row execute function note_change();

-- The account that counts today.
create function account_of_contract(contract bigint) returns text language sql stable as $$
  select bank from contract_account
  where contract_id = contract and from_day <= business_day(now()) order by from_day desc limit 1
$$;

-- What was entered stands: it is corrected by another entry. A contract is voided, not deleted.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on deposit_entry, bank_account from %I', app_role);
    execute format('revoke delete, truncate on contract, number_series from %I', app_role);
  end if;
end $$;
