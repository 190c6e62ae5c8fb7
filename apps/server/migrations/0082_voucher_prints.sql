-- A slip is known by what is seen on it, not by the file it came in: a byte more, or a text chunk, made it another.
-- Those of before have neither, and are known by their file as they were.
alter table voucher
  add column pixels bytea,
  add column look bit(256);
comment on column voucher.pixels is 'SHA-256 of its pixels as they were kept';
comment on column voucher.look is 'dHash of 256 bits: two that differ in a few show much the same';

create index voucher_pixels on voucher (pixels) where pixels is not null;
