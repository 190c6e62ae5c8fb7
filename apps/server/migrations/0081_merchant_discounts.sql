-- What a merchant gives a payer (商家优惠) does not arrive: a line of its own that somebody books. And a line that nobody can make out is
-- one of the day, with its text, not a day without a file. Money is fen.
alter table channel_statement add column discounts bigint not null default 0;
alter table channel_line
  add column raw text,
  drop constraint channel_line_kind_check,
  add constraint channel_line_kind_check check (kind in ('payment', 'refund', 'discount', 'discountBack', 'unreadable')),
  drop constraint channel_line_resolution_check,
  add constraint channel_line_resolution_check check (resolution in
    ('difference', 'confirmed', 'otherDay', 'reversed', 'supplemented', 'suspended', 'claimed', 'givenBack', 'booked', 'noted')),
  add constraint channel_line_raw_check check ((kind = 'unreadable') = (raw is not null));
