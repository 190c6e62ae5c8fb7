-- expand
-- When the platform asked a school last to confirm its bill: once a day.
alter table bill add column urged_on date;
