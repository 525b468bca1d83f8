-- Answers that the shop gave to disputes through a gateway's API.
create table dispute_answer (
  id         uuid primary key,
  dispute_id uuid not null references dispute,
  stage      text not null,
  words      text not null,
  asked_by   uuid not null references users,
  asked_at   timestamptz not null,
  file_hash  text,
  sent_at    timestamptz,
  refused    text,
  constraint dispute_answer_end check (num_nonnulls(sent_at, refused) <= 1)
);
comment on column dispute_answer.file_hash is 'SHA-256 of the PDF file that was sent, in hex.';
comment on column dispute_answer.refused is 'Why the gateway refused it, in its words.';
create index dispute_answer_of_dispute on dispute_answer (dispute_id, asked_at);
-- A dispute has at most one answer on its way.
create unique index dispute_answer_open on dispute_answer (dispute_id) where sent_at is null and refused is null;
