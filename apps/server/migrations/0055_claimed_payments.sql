-- What was paid without an order of ours and claimed for a student goes back the way it came, too: the channel knows it
-- under the number that it was paid under. Null: under ours.
alter table recharge_order add channel_order_no text;

update recharge_order o set channel_order_no = l.order_no
from channel_line l where l.made_order_id = o.id and l.resolution = 'claimed';
