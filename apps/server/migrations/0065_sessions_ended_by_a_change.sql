-- Who takes somebody off their devices, disables them or changes a password ends sessions: the operation log has them with
-- whose they were. A session's own signing in, use and signing out are no change of anybody's.
create trigger session_noted after update on session
  for each row when (old.ended_at is null and new.ended_at is not null and new.end_reason in ('kicked', 'disabled', 'passwordChanged'))
  execute function note_change('token_number', 'token_since', 'last_used_at', 'expires_at');
