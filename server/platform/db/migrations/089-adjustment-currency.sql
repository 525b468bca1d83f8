alter table adjustment drop constraint adjustment_currency_check;
