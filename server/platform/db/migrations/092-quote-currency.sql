alter table api_quote alter column rate type numeric(14, 8);
