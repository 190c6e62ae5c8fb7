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
