-- Invitations to work here. A row is deleted once it is used, so its link works once. The link is computed from the id.
create table invitation (
  id         uuid primary key,
  email      text not null,
  rights     text[] not null,
  invited_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitation_email unique (email)
);
comment on column invitation.invited_by is 'Counts only while this person is an administrator.';
