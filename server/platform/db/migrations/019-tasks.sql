-- Long work that somebody of the back office began: exports, imports, looks at prices, announcements.

create table task (
  id         uuid primary key,
  kind       text not null,
  title      text not null,
  wish       jsonb not null,
  user_id    uuid not null references users,
  state      text not null default 'waiting',
  done       bigint not null default 0,
  total      bigint,
  note       text not null default '',
  place      jsonb not null default 'null',
  words      text not null default '',
  counts     jsonb not null default '[]',
  line_count int not null default 0,
  piece_count int not null default 0,
  file_name  text,
  turn       int not null default 1,
  failures   int not null default 0,
  version    int not null default 1,
  created_at timestamptz not null,
  begun_at   timestamptz,
  ended_at   timestamptz,
  constraint task_state check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  constraint task_ended check ((ended_at is not null) = (state in ('done', 'failed', 'stopped'))),
  constraint task_counts check (done >= 0 and total >= 0 and line_count >= 0 and piece_count >= 0)
) with (fillfactor = 70);
comment on column task.place is 'Where it goes on, in words of its kind; written together with what was done.';
comment on column task.turn is 'A job works on a task only while its turn is this one: there is one such job.';
comment on column task.failures is 'How often it has failed one after the other.';
create index task_created on task (created_at, id);
create index task_of_user on task (user_id, created_at, id);
create index task_ended_with_file on task (ended_at) where file_name is not null;

-- What became of each of many things.
create table task_line (
  task_id uuid not null references task on delete cascade,
  number  int not null,
  tone    text not null,
  subject text not null,
  words   text not null,
  primary key (task_id, number),
  constraint task_line_tone check (tone in ('good', 'doubtful', 'bad'))
);

-- A file in pieces, so that any node writes it, and any node sends it.
create table task_piece (
  task_id uuid not null references task on delete cascade,
  number  int not null,
  content bytea not null,
  primary key (task_id, number)
);

alter table job add column gave_up_at timestamptz;
comment on column job.gave_up_at is 'When the shop''s people were told that its attempts are used up.';
create index job_gave_up on job (id) where attempts = attempts_max;
