-- Rules of coupons, and how many unpaid orders one person may have: docs/decisions/012.

alter table coupon
  add column use_max_each int,
  add column is_first_order_only boolean not null default false,
  add column roles text[] not null default '{user}',
  add column margin_min int,
  add constraint coupon_use_max_each check (use_max_each > 0),
  add constraint coupon_roles check (roles <> '{}' and roles <@ array['user', 'reseller', 'staff', 'admin']),
  add constraint coupon_margin_min check (margin_min >= 0);
comment on column coupon.use_max_each is 'How often one customer may use it; null is unlimited.';
comment on column coupon.is_first_order_only is 'Refused to a customer who has a paid order that was not refunded.';
comment on column coupon.margin_min is
  'The total must be the pack''s cost price and this much more, in hundredths of a percent of it; null checks nothing.';

-- Coupons were for everybody. They are now for customers alone, unless a white list names somebody of another role.
update coupon set roles = '{user}' || array(
  select distinct role from coupon_user join users on users.id = user_id
  where coupon_id = coupon.id and is_allowed and role <> 'user' and users.deleted_at is null order by role)
where exists (select from coupon_user where coupon_id = coupon.id and is_allowed);

alter type order_wish add attribute unpaid_max int, add attribute unproven_unpaid_max int;

-- `place_orders` checks these rules from migration 035 on.
