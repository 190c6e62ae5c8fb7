-- How many rows the list of what was earned has: what an order brought, and what each refund took. A value of an enum is
-- used only after the transaction that adds it.
alter type metric add value 'incomeRows' after 'incomeFen';
