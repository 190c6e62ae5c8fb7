-- Until when a push stands among the announcements of 首页; null: it does not.
alter table push add column pinned_until timestamptz;
create index push_pinned on push (pinned_until) where pinned_until is not null;
drop trigger push_version on push;
create trigger push_version before update of title, content, audience_kind, audience_ids, channels, send_at, pinned_until, state on push
  for each row execute function bump_version();
-- Whether a push reached one member, without reading everybody's copies.
create index message_push_member on message (push_id, member_id) where push_id is not null;
drop index message_push;
