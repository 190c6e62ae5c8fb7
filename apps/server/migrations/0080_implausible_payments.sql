-- A payment that the channel signed, but of another currency, or of a time before its order or to come: kept, and booked by a person.
alter table pay_event
  add column currency text not null default 'CNY',
  drop constraint pay_event_outcome_check,
  add constraint pay_event_outcome_check
    check (outcome in ('paid', 'repeated', 'amountDiffers', 'implausible', 'unknownOrder'));
